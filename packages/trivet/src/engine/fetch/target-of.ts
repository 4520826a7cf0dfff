import { isHost } from "../host.ts"
import { parseTarget, type Target } from "../target.ts"
import type { RuntimeInfo } from "./address-of.ts"

/** The target of a Web request; `undefined` if it is ambiguous or the host is invalid. */
export function targetOf(request: Request, info: RuntimeInfo | undefined): Target | undefined {
  const { url } = request
  // Bun passes only the path if the host is invalid.
  if (url.startsWith("/")) return undefined
  // Deno concatenates host and path without validating them: `Host: a/admin?` would become part of the path. On other
  // runtimes the header is not read, because that costs as much as the routing.
  if (info?.remoteAddr === undefined) return parseTarget(url)
  const host = request.headers.get("host")
  return host === null || isHost(host) ? parseTarget(url) : undefined
}

import { isHost } from "../host.ts"
import { parseTarget, type Target } from "../target.ts"
import type { RuntimeInfo } from "./address-of.ts"

/** The target of a Web request; `undefined` where it is ambiguous, or the host is none. */
export function targetOf(request: Request, info: RuntimeInfo | undefined): Target | undefined {
  const { url } = request
  // Bun gives the bare path where the host is none.
  if (url.startsWith("/")) return undefined
  // Deno makes the address of host and path without a look at either: `Host: a/admin?` would become the path.
  // Elsewhere the header is left alone: reading one costs as much as the routing.
  if (info?.remoteAddr === undefined) return parseTarget(url)
  const host = request.headers.get("host")
  return host === null || isHost(host) ? parseTarget(url) : undefined
}

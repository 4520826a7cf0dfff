import { isHost } from "../host.ts"
import { parseTarget, type Target } from "../target.ts"

/** The target of a Web request; `undefined` where it is ambiguous, or the host is none. */
export function targetOf({ url, headers }: Request): Target | undefined {
  const host = headers.get("host")
  // Deno makes the address of host and path without a look at either: `Host: a/admin?` would become the path.
  return host === null || isHost(host) ? parseTarget(url) : undefined
}

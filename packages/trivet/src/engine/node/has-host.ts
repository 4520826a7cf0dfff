import { isHost } from "../host.ts"

/** Whether a request's raw headers name one proper host at most; Node itself demands one where HTTP does. */
export function hasHost(rawHeaders: readonly string[]): boolean {
  let seen = false
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length !== 4 || name.toLowerCase() !== "host") continue
    if (seen || !isHost(rawHeaders[at + 1]!)) return false
    seen = true
  }
  return true
}

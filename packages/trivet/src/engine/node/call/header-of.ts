import type { IncomingMessage } from "node:http"
import { isNamed } from "./is-named.ts"

/**
 * The value of a header of a request, by its lower-case name. It searches the raw headers: to build Node's map of all headers
 * costs more than the few that a call reads. The map is used for a header with several lines, which it joins as it must.
 */
export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const { rawHeaders } = request
  let value: string | undefined
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (!isNamed(rawHeaders[at]!, name)) continue
    if (value !== undefined) {
      const joined: unknown = request.headers[name]
      return typeof joined === "string" ? joined : joinLines(rawHeaders, name)
    }
    value = rawHeaders[at + 1]!
  }
  return value
}

/** All lines of a header, joined. Node's map lacks some names, such as `__proto__`, because it has a prototype. */
export function joinLines(rawHeaders: readonly string[], name: string): string | undefined {
  const lines = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]!.toLowerCase() === name)
  return lines.length === 0 ? undefined : lines.join(", ")
}

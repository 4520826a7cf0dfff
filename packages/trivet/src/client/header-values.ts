import type { TextValue } from "./client-call.ts"
import { refuse, writeText } from "./write-target.ts"

/** Headers by name. `undefined` is not sent. */
export type HeaderValues = Readonly<Record<string, TextValue>>

/** Writes headers, with names in lower case so that equal ones replace each other. */
export function writeHeaders(title: string, values: HeaderValues): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue
    const place = `headers.${name}`
    const text = writeText(title, place, value)
    // Header values are Latin-1 without line breaks.
    headers[name.toLowerCase()] = /^[\t -~\x80-\xff]*$/.test(text) ? text : refuse(title, place, value)
  }
  return headers
}

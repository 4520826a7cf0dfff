import type { TextValue } from "./client-call.ts"
import { refuse, writeText } from "./write-target.ts"

/** Headers by name. What is `undefined` is not sent. */
export type HeaderValues = Readonly<Record<string, TextValue>>

/** Adds headers to those of a request, in place of equal ones. */
export function addHeaders(
  title: string,
  headers: Record<string, string>,
  values: HeaderValues | undefined,
): void {
  for (const name in values) {
    const value = values[name]
    if (value === undefined) continue
    const place = `headers.${name}`
    const text = writeText(title, place, value)
    // A header has bytes, not characters, and no line breaks.
    headers[name.toLowerCase()] = /^[\t -~\x80-\xff]*$/.test(text) ? text : refuse(title, place, value)
  }
}

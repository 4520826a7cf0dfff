import type { TextValue } from "./client-call.ts"
import { writeText } from "./write-target.ts"

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
    if (value !== undefined) headers[name.toLowerCase()] = writeText(title, `headers.${name}`, value)
  }
}

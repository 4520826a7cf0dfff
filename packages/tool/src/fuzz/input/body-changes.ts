import type { FuzzCall } from "../call/fuzz-call.ts"

/** Puts a value into one place of a call. */
export type Put = (value: unknown) => FuzzCall

/** Puts a value into a field of the body. */
export function bodyPlace(sample: FuzzCall, name: string): Put {
  return (value) => {
    if (sample.form !== undefined) return { ...sample, form: { ...sample.form, [name]: formTextOf(value) } }
    const json = typeof sample.json === "object" && sample.json !== null ? sample.json : {}
    return { ...sample, json: { ...json, [name]: value } }
  }
}

/** A value as text in a form or a query. */
export function formTextOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value)
}

/** The same call with another body. */
export function withText(sample: FuzzCall, text: string): FuzzCall {
  const { json: _, form: __, ...rest } = sample
  return { ...rest, text }
}

/** The same call with only some fields of its body. */
export function withFields(sample: FuzzCall, keeps: (name: string) => boolean): FuzzCall {
  const some = <T>(body: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(body).filter(([name]) => keeps(name)))
  if (sample.form !== undefined) return { ...sample, form: some(sample.form) }
  return typeof sample.json === "object" && sample.json !== null && !Array.isArray(sample.json)
    ? { ...sample, json: some(sample.json as Readonly<Record<string, unknown>>) }
    : sample
}

/** The same call for another account: unique values in its body get their own number. */
export function renewed(call: FuzzCall, number: number): FuzzCall {
  return JSON.parse(JSON.stringify(call).replaceAll("{{salt}}", `{{salt}}n${number}`)) as FuzzCall
}

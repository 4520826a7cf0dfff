import type { JsonSchema } from "trivet/extend"

/** A JSON Schema: `true` accepts everything, `false` nothing. */
export type Schema = JsonSchema | boolean

/** Resolves a reference such as `#/components/schemas/User`; `undefined` if it is broken. */
export type Resolve = (reference: string) => Schema | undefined

/** Resolves references within a document. Others are not followed. */
export function resolverOf(document: unknown): Resolve {
  return (reference) => {
    if (!reference.startsWith("#")) return undefined
    const steps = reference.slice(1).split("/").filter(Boolean).map(unescapeStep)
    const found = steps.reduce<unknown>(
      (part, step) =>
        isRecord(part) || Array.isArray(part) ? (part as Record<string, unknown>)[step] : undefined,
      document,
    )
    return isSchema(found) ? found : undefined
  }
}

function unescapeStep(step: string): string {
  return decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~")
}

/** Whether a value can be a schema. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === "boolean" || isRecord(value)
}

/** Whether a value is an object and not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** Whether two values are equal JSON. The order of names does not matter. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, at) => isSameJson(one, b[at]))
  if (!isRecord(a) || !isRecord(b)) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSameJson(a[name], b[name]))
  )
}

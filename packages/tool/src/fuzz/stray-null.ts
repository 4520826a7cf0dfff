// Also runs in the application's process, so it must not import the framework.
import type { JsonSchema } from "trivet/extend"

/**
 * Finds a null in a body whose JSON Schema, from which clients are generated, names another type. A validator that
 * treats null as a missing field does not report it.
 */
export function findStrayNull(schema: JsonSchema, value: unknown, place = ""): string | undefined {
  if (value === null) return allowsNull(schema) ? undefined : place
  if (typeof value !== "object") return undefined
  const properties = (schema["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>
  const items = schema["items"] as JsonSchema | undefined
  for (const [name, one] of Object.entries(value)) {
    const inner = Array.isArray(value)
      ? items
      : Object.hasOwn(properties, name)
        ? properties[name]
        : undefined
    const found =
      inner === undefined ? undefined : findStrayNull(inner, one, place === "" ? name : `${place}.${name}`)
    if (found !== undefined) return found
  }
  return undefined
}

/** A schema without a type, or with alternatives, is left to its own validation. */
function allowsNull({ type }: JsonSchema): boolean {
  return type === undefined || [type].flat().includes("null")
}

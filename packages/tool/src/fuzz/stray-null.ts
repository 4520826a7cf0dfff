// Runs in the application's process too: it must import nothing of the framework.
import type { JsonSchema } from "trivet/extend"

/**
 * Where a body has null although its JSON Schema, which clients are generated from, names another type. A schema that takes
 * null for a missing field does not notice it.
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

/** A schema that names no type, or names alternatives, is left to its own check. */
function allowsNull({ type }: JsonSchema): boolean {
  return type === undefined || [type].flat().includes("null")
}

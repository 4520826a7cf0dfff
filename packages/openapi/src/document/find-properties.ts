import type { JsonSchema } from "trivet/extend"
import { isSchema } from "./schema-places.ts"

/** The properties of an object schema. */
export interface Properties {
  readonly properties: ReadonlyMap<string, JsonSchema>
  readonly required: ReadonlySet<string>
}

/** The properties of a schema, also through `allOf` and references; `undefined` if several shapes are possible. */
export function findProperties(root: JsonSchema): Properties | undefined {
  const properties = new Map<string, JsonSchema>()
  const required = new Set<string>()
  const visit = (part: JsonSchema): boolean => {
    const reference = part["$ref"]
    if (typeof reference === "string") {
      const name = reference.replace(/^#\/\$defs\//, "")
      const target = ((root["$defs"] ?? {}) as Record<string, JsonSchema>)[name]
      return target !== undefined && visit(target)
    }
    if (part["anyOf"] !== undefined || part["oneOf"] !== undefined) return false
    for (const name of (part["required"] ?? []) as readonly string[]) required.add(name)
    for (const [name, property] of Object.entries((part["properties"] ?? {}) as Record<string, JsonSchema>)) {
      const present = properties.get(name)
      properties.set(name, present === undefined ? property : { allOf: [present, property] })
    }
    return ((part["allOf"] ?? []) as readonly JsonSchema[]).filter(isSchema).every(visit)
  }
  return visit(root) ? { properties, required } : undefined
}

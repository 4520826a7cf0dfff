import type { JsonSchema } from "trivet/extend"

/** The property names of an object schema. */
export function propertyNames(schema: JsonSchema | undefined): readonly string[] {
  return Object.keys(schema?.["properties"] ?? {})
}

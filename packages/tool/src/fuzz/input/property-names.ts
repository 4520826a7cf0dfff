import type { JsonSchema } from "trivet/extend"

/** The properties that a schema of an object names. */
export function propertyNames(schema: JsonSchema | undefined): readonly string[] {
  return Object.keys(schema?.["properties"] ?? {})
}

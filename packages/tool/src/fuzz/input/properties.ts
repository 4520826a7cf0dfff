import type { JsonSchema } from "trivet/extend"

/** The properties of an object schema, also of one that joins several with `allOf`. */
export function propertiesOf(schema: JsonSchema = {}): Readonly<Record<string, JsonSchema>> {
  const { properties, allOf = [] } = schema as {
    readonly properties?: Readonly<Record<string, JsonSchema>>
    readonly allOf?: readonly JsonSchema[]
  }
  return Object.assign({}, ...allOf.map(propertiesOf), properties) as Readonly<Record<string, JsonSchema>>
}

/** The property names of an object schema. */
export function propertyNames(schema: JsonSchema | undefined): readonly string[] {
  return Object.keys(propertiesOf(schema))
}

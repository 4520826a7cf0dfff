import type { JsonSchema } from "./json-schema.ts"
import type { SchemaResult, StandardSchema, StandardSchemaProps } from "./standard-schema.ts"

/** Which side of a schema: input or output. */
export type Side = "input" | "output"

/** The common properties of this package's schemas. They validate synchronously. */
export function ownSchema<Input, Output>(
  validate: (value: unknown) => SchemaResult<Output>,
  jsonSchema: (side: Side) => Record<string, unknown>,
): StandardSchemaProps<Input, Output> {
  return {
    version: 1,
    vendor: "trivet",
    validate,
    jsonSchema: { input: () => jsonSchema("input"), output: () => jsonSchema("output") },
  }
}

/** The JSON Schema of a schema of this package, for a schema that contains it. */
export function ownJsonSchema(schema: StandardSchema, side: Side): JsonSchema {
  return schema["~standard"].jsonSchema?.[side]({ target: "" }) ?? {}
}

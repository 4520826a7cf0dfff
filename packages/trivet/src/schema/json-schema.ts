import type { StandardSchema } from "./standard-schema.ts"

/** A JSON Schema, as plain data. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** The JSON Schema of what goes into a schema, or comes out of it; `undefined` where its library does not offer one. */
export function findJsonSchema(schema: StandardSchema, side: "input" | "output"): JsonSchema | undefined {
  try {
    const { $schema: _, ...rest } = schema["~standard"].jsonSchema?.[side]({ target: "draft-2020-12" }) ?? {
      $schema: "",
    }
    return Object.keys(rest).length === 0 ? undefined : rest
  } catch {
    // A library may refuse what JSON Schema cannot say, such as a date.
    return undefined
  }
}

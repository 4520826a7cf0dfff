/**
 * A schema that follows the Standard Schema specification, such as those of Zod, Valibot, ArkType and `dto()`. The
 * framework depends on none of these libraries.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  /** The properties that the specification defines. */
  readonly "~standard": StandardSchemaProps<Input, Output>
}

/** The properties that Standard Schema defines. */
export interface StandardSchemaProps<Input = unknown, Output = Input> {
  /** The version of the specification. */
  readonly version: 1
  /** The name of the library. */
  readonly vendor: string
  /** Validates a value, and returns the output or the issues. */
  readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>
  /** Never set; it carries the types for the compiler. */
  readonly types?: { readonly input: Input; readonly output: Output } | undefined
  /** The schema as JSON Schema, if the library provides it. Trivet needs it to convert texts and for OpenAPI. */
  readonly jsonSchema?: StandardJsonSchema
}

/** Returns the JSON Schema of a schema. Not every library provides it. */
export interface StandardJsonSchema {
  /** The JSON Schema of the values that the schema accepts. `target` is the draft, such as `draft-2020-12`. */
  readonly input: (options: { readonly target: string }) => Record<string, unknown>
  /** The JSON Schema of the values that the schema returns. */
  readonly output: (options: { readonly target: string }) => Record<string, unknown>
}

/** The result of a validation: a value, or issues. */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] }

/** One reason why a value is invalid. */
export interface SchemaIssue {
  /** What is wrong. */
  readonly message: string
  /** The keys that lead to the invalid part; none for the value itself. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
  /** A name of the reason that stays the same, such as `required` or `min=3`. Not every library provides it. */
  readonly code?: string | undefined
}

/** The type of the values that a schema returns. */
export type OutputOf<Schema> = Schema extends {
  readonly "~standard": { readonly types?: { readonly output: infer Output } | undefined }
}
  ? Output
  : never

/** The type of the values that a schema accepts. */
export type InputOf<Schema> = Schema extends {
  readonly "~standard": { readonly types?: { readonly input: infer Input } | undefined }
}
  ? Input
  : never

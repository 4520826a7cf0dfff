/**
 * What any schema library that follows Standard Schema offers: Zod, Valibot, ArkType, TypeBox and `dto()`.
 * Only the shape is taken from that agreement, so the framework depends on none of them.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": StandardSchemaProps<Input, Output>
}

/** The part of a schema that the agreement names. */
export interface StandardSchemaProps<Input = unknown, Output = Input> {
  readonly version: 1
  readonly vendor: string
  readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>
  readonly types?: { readonly input: Input; readonly output: Output } | undefined
  readonly jsonSchema?: StandardJsonSchema
}

/** How a schema gives its JSON Schema. Not every library offers it. */
export interface StandardJsonSchema {
  readonly input: (options: { readonly target: string }) => Record<string, unknown>
  readonly output: (options: { readonly target: string }) => Record<string, unknown>
}

/** What validation gives: a value, or the issues that stand against it. */
export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] }

/** One thing that is wrong with a value, and where in it. */
export interface SchemaIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** The type of what comes out of a schema. */
export type OutputOf<Schema> = Schema extends {
  readonly "~standard": { readonly types?: { readonly output: infer Output } | undefined }
}
  ? Output
  : never

/** The type of what may go into a schema. */
export type InputOf<Schema> = Schema extends {
  readonly "~standard": { readonly types?: { readonly input: infer Input } | undefined }
}
  ? Input
  : never

import type { JsonSchema, SecurityScheme } from "trivet"

/** An OpenAPI 3.1 document, as plain data: what this package writes of it. */
export interface OpenApiDocument {
  readonly openapi: "3.1.1"
  readonly info: {
    readonly title: string
    readonly version: string
    readonly summary?: string
    readonly description?: string
  }
  readonly servers?: readonly { readonly url: string; readonly description?: string }[]
  readonly tags: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly responses: Readonly<Record<string, ResponseObject>>
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>
  }
}

/** The operations of one path, by method in lower case. */
export type PathItem = Readonly<Record<string, OperationObject>>

/** One method of one path. */
export interface OperationObject {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly deprecated?: true
  readonly parameters?: readonly ParameterObject[]
  readonly requestBody?: { readonly required: true; readonly content: Content }
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>
  readonly security?: readonly Readonly<Record<string, readonly never[]>>[]
}

/** A part of a path, a query parameter or a header. */
export interface ParameterObject {
  readonly name: string
  readonly in: "path" | "query" | "header"
  readonly required?: true
  readonly deprecated?: true
  readonly description?: string
  readonly style?: "form"
  readonly explode?: true
  readonly schema: JsonSchema
  readonly example?: unknown
}

/** What answers with one status. */
export interface ResponseObject {
  readonly description: string
  readonly content?: Content
}

/** Bodies by media type. */
export type Content = Readonly<Record<string, { readonly schema?: JsonSchema; readonly example?: unknown }>>

/** Names something under `components`. */
export interface Reference {
  readonly $ref: string
}

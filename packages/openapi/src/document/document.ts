import type { JsonSchema, SecurityScheme } from "trivet/extend"

/** An OpenAPI 3.1 document, with the fields that this package writes. Names and meanings are those of the specification. */
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

/** An operation: one method of one path. */
export interface OperationObject {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly deprecated?: true
  /** Since when it is deprecated: `2026-03-01`. */
  readonly "x-deprecated"?: string
  /** When it may be removed: `2026-09-01`. */
  readonly "x-sunset"?: string
  readonly parameters?: readonly ParameterObject[]
  readonly requestBody?: { readonly required: true; readonly content: Content }
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
}

/** A path parameter, a query parameter or a header. */
export interface ParameterObject {
  readonly name: string
  readonly in: "path" | "query" | "header"
  readonly required?: true
  readonly deprecated?: true
  readonly description?: string
  readonly style?: "form"
  readonly explode?: true
  /** Set for the parameter of a wildcard, which OpenAPI cannot express. */
  readonly "x-wildcard"?: true
  readonly schema: JsonSchema
  readonly example?: unknown
}

/** A response with one status. */
export interface ResponseObject {
  readonly description: string
  readonly content?: Content
}

/** The schemas and examples of a body, by media type. */
export type Content = Readonly<Record<string, { readonly schema?: JsonSchema; readonly example?: unknown }>>

/** A reference to a part of `components`. */
export interface Reference {
  /** The path in the document: `#/components/responses/…`. */
  readonly $ref: string
}

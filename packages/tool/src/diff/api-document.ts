import { isRecord, type Schema } from "./schema/schema.ts"

/** An OpenAPI 3.1 document, as far as it is compared. */
export interface ApiDocument {
  readonly openapi: string
  readonly info?: { readonly version?: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>
    readonly responses?: Readonly<Record<string, Response>>
    readonly securitySchemes?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  }
}

/** One method of one path. */
export interface Operation {
  readonly operationId?: string
  readonly deprecated?: boolean
  readonly "x-deprecated"?: string
  readonly "x-sunset"?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses?: Readonly<Record<string, Response | { readonly $ref: string }>>
  readonly security?: readonly Readonly<Record<string, readonly unknown[]>>[]
}

/** A parameter of the path, a query parameter or a header. */
export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly style?: string
  readonly explode?: boolean
  readonly schema?: Schema
  /** Set for the parameter of a wildcard, which takes several segments. */
  readonly "x-wildcard"?: boolean
}

/** The schemas of a body, by media type. */
export type Content = Readonly<Record<string, { readonly schema?: Schema }>>

/** A reply with one status. */
export interface Response {
  readonly description?: string
  readonly content?: Content
}

/** Whether a value is a document that can be compared. */
export function isApiDocument(value: unknown): value is ApiDocument {
  return (
    isRecord(value) &&
    typeof value["openapi"] === "string" &&
    value["openapi"].startsWith("3.1") &&
    isRecord(value["paths"])
  )
}

import type { FaultIssue } from "../fault/portable-fault.ts"
import type { StandardSchema } from "../schema/standard-schema.ts"

/** What a client may know of an error. */
export interface ErrorDetails {
  readonly status: number
  readonly message: string
  /** The code of a fault with a public message, or of a `PublicError` that was given one. */
  readonly code: string | undefined
  /** The invalid fields, where validation failed. */
  readonly issues: readonly FaultIssue[]
}

/** The form of all error replies of an application: `api({ errors: { type, schema, body } })`. */
export interface ErrorFormat<Body extends object = object> {
  /** The media type, without parameters: `application/json`. */
  readonly type: string
  /** What describes the body, such as to the OpenAPI document. */
  readonly schema: StandardSchema<unknown, Body>
  /** Makes the body from the error alone. Some bodies are made once for all requests, such as that of 503. */
  readonly body: (error: ErrorDetails) => NoInfer<Body>
}

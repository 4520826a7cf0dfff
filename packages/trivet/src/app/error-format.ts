import type { FaultIssue } from "../fault/portable-fault.ts"
import type { StandardSchema } from "../schema/standard-schema.ts"

/** The public properties of an error. */
export interface ErrorDetails {
  /** The HTTP status. */
  readonly status: number
  /** The public message. */
  readonly message: string
  /** The code of a `PublicError`, or of a fault with a public message; otherwise `undefined`. */
  readonly code: string | undefined
  /** The invalid fields; empty unless validation failed. */
  readonly issues: readonly FaultIssue[]
}

/** The format of all error replies of an application: `api({ errors: { type, schema, body } })`. */
export interface ErrorFormat<Body extends object = object> {
  /** The media type, without parameters: `application/json`. */
  readonly type: string
  /** The schema of the body. It types `body`, and the OpenAPI document contains it. */
  readonly schema: StandardSchema<unknown, Body>
  /** Makes the body. It must depend on its argument only: some bodies, such as that of 503, are made once and reused. */
  readonly body: (error: ErrorDetails) => NoInfer<Body>
}

import type { BodyReaders } from "../../context/body/read-body.ts"
import type { Kind } from "../../context/kinds.ts"
import type { Call } from "../../context/call.ts"
import type { Reply } from "../../context/reply/reply.ts"
import type { FaultIssue } from "../../fault/portable-fault.ts"
import type { StandardSchema } from "../../schema/standard-schema.ts"
import type { CompiledField } from "./route-field.ts"

declare const opaque: unique symbol

/** A platform turns results and errors of handlers into replies. Made by `api()`, `web()` or `cli()`. */
export interface Platform {
  /** The name of the platform. */
  readonly name: "api" | "web" | "cli"
  /** The kinds of records that it serves. */
  readonly serves: readonly Kind[]
  /** Never set. It prevents other objects from being accepted as platforms. */
  readonly [opaque]: true
}

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

/** The body of an error that an engine sends without dispatching a call, and its `Content-Type`. */
export interface Rejection {
  readonly type: string
  readonly body: string
}

/** The internal interface of a platform. */
export interface PlatformParts extends Pick<Platform, "serves"> {
  readonly name: string
  /** The additional fields of route records that this platform supports. */
  readonly fields?: readonly CompiledField[]
  /** Readers for bodies other than JSON. If it is omitted, every body is read as JSON, whatever its type. */
  readonly bodies?: BodyReaders
  /** The error format that the application has set. */
  readonly errors?: ErrorFormat | undefined
  /** The reply for a value that a handler or a middleware returned. */
  reply(value: unknown, call: Call): Reply | Promise<Reply>
  /** The reply for a thrown value. It must not throw. */
  fail(thrown: unknown, call: Call): Reply
  /** The reply that `fail()` makes of the fault `NOT_FOUND`, at less cost. If it is omitted, `fail()` gets the fault. */
  missing?(call: Call): Reply
  /** The body of an error that is sent without a call, such as 503. If it is `undefined`, the engine sends its own. */
  rejection?(status: number): Rejection | undefined
}

/** Converts the internal interface of a platform to the public one. */
export function platformOf(parts: PlatformParts): Platform {
  return parts as unknown as Platform
}

/** Converts a public platform to its internal interface. */
export function partsOf(platform: Platform): PlatformParts {
  return platform as unknown as PlatformParts
}

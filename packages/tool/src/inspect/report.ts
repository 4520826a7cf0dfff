import type { AppDescription, RouteDescription, CallExplanation } from "trivet/extend"

/** A route as it is sent from the application's process. Its record is read there, because functions cannot be sent. */
export interface SerializedRoute extends Omit<RouteDescription, "record"> {
  readonly summary: string
  /** Whether it is a socket. */
  readonly isSocket?: true
  /** The dates of `about`, such as `2026-03-01`; `undefined` if the route is not deprecated. */
  readonly deprecated: string | undefined
  readonly sunset: string | undefined
  /** The properties of each declared input part, and the required ones. */
  readonly accepts: Readonly<Record<string, SerializedSchema>>
  /** What its handler reads, according to its source text. */
  readonly reads: readonly HandlerRead[]
}

/** The properties of an object schema. */
export interface SerializedSchema {
  readonly properties: readonly string[]
  readonly required: readonly string[]
}

/** A value that a handler's text reads by name: a parameter, a value of a middleware, or a token by `inject()`. */
export interface HandlerRead {
  readonly what: "param" | "value" | "inject"
  readonly name: string
  /** The number of lines below the handler's start. */
  readonly line: number
}

/** The description of an application without functions. */
export interface SerializedApp extends Omit<AppDescription, "routes" | "errors"> {
  readonly routes: readonly SerializedRoute[]
}

/** A fault of boot. */
export interface SerializedFault {
  readonly code: string
  readonly message: string
  readonly fix: string
  readonly chain: readonly string[]
  readonly where: string | undefined
  /** The underlying error, with its position. */
  readonly cause?: string
}

/** An error that ended the program before it created an application. */
export interface SerializedError {
  readonly name: string
  readonly message: string
  readonly stack: string
  readonly code: string | undefined
}

/** The result of inspecting a program. */
export type Report =
  | {
      readonly kind: "application"
      readonly app: SerializedApp
      readonly calls: readonly CallExplanation[]
      readonly documents: readonly SerializedDocument[]
    }
  | { readonly kind: "refused"; readonly faults: readonly SerializedFault[] }
  | {
      readonly kind: "broken"
      readonly error: SerializedError
      /** Which file imports which, as far as the runtime had resolved them. */
      readonly imports: readonly (readonly [from: string, to: string])[]
    }
  | { readonly kind: "silent" }

/** An OpenAPI document of the application. */
export interface SerializedDocument {
  /** The path at which the application serves it: `/openapi.json`. */
  readonly path: string
  readonly document: unknown
}

/** The request to the application's process. */
export interface Question {
  /** Calls to explain. They are passed in the environment, so together they must be smaller than 128 KiB. */
  readonly calls?: readonly { readonly method: string; readonly path: string }[]
  /** Whether to create the OpenAPI documents. */
  readonly documents?: boolean
}

/** The environment variable with the request. */
export const questionVariable = "TRIVET_TOOL_QUESTION"

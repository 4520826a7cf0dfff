import type { AppDescription, RouteDescription, CallExplanation } from "trivet/extend"

/** A route as it crosses from the application's process: its record is read there, because functions do not cross. */
export interface SerializedRoute extends Omit<RouteDescription, "record"> {
  readonly summary: string
  /** Whether it is a socket. */
  readonly isSocket?: true
  /** The dates of `about`, such as `2026-03-01`; `undefined` if the route is not deprecated. */
  readonly deprecated: string | undefined
  readonly sunset: string | undefined
  /** The properties that each accepted part names, and those that it requires; nothing for a part that is not declared. */
  readonly accepts: Readonly<Record<string, SerializedSchema>>
  /** What its handler reads, as far as its own text shows. */
  readonly reads: readonly HandlerRead[]
}

/** What a schema says of an object. */
export interface SerializedSchema {
  readonly properties: readonly string[]
  readonly required: readonly string[]
}

/** Something that a handler's text reads by name: a parameter, a value of a middleware, or a token by `inject()`. */
export interface HandlerRead {
  readonly what: "param" | "value" | "inject"
  readonly name: string
  /** How many lines below the handler's beginning. */
  readonly line: number
}

/** An application, without functions. */
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
  /** The error behind it, with where it was raised. */
  readonly cause?: string
}

/** An error that ended the program before it made an application. */
export interface SerializedError {
  readonly name: string
  readonly message: string
  readonly stack: string
  readonly code: string | undefined
}

/** What became of a program that was loaded to be looked into. */
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
      /** Which file imports which, as far as the runtime had looked them up. */
      readonly imports: readonly (readonly [from: string, to: string])[]
    }
  | { readonly kind: "silent" }

/** An OpenAPI document of the application. */
export interface SerializedDocument {
  /** Where the application serves it: `/openapi.json`. */
  readonly path: string
  readonly document: unknown
}

/** What the application's process is asked. */
export interface Question {
  /** Calls to be explained. They travel in the environment, so together they must stay below 128 KiB. */
  readonly calls?: readonly { readonly method: string; readonly path: string }[]
  /** Whether to make the OpenAPI documents. */
  readonly documents?: boolean
}

/** The environment variable that carries the question. */
export const questionVariable = "TRIVET_TOOL_QUESTION"

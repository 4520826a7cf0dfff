import type { StandardSchema } from "../schema/standard-schema.ts"
import type { Accepts, CallContext } from "./context.ts"
import type { ContextKey } from "./context-values.ts"
import type { Kinds } from "./kinds.ts"

/**
 * Runs the rest of the chain and returns the handler's result: a promise only if the handler returned one. Call it at
 * most once, and return its result or `await` it.
 */
// Not `unknown`, which would absorb the promise, so that linters could not report one that is not awaited.
export type Next = () => Promise<unknown> | {} | null | undefined

/** A security scheme of OpenAPI: how a client sends its credentials. */
export type SecurityScheme = { readonly description?: string } & (
  | { readonly type: "http"; readonly scheme: "bearer" | "basic" | "digest"; readonly bearerFormat?: string }
  | { readonly type: "apiKey"; readonly in: "header" | "cookie" | "query"; readonly name: string }
)

/** Credentials that a middleware requires, for the OpenAPI document. */
export interface Security {
  /** The name of the scheme in the document. Middlewares with the same name share one scheme. */
  readonly name: string
  /** How the credentials are sent. */
  readonly scheme: SecurityScheme
  /** Whether the middleware also lets calls without credentials pass. Default: false. */
  readonly optional?: boolean
}

/** A route that a middleware wraps, for `Middleware.onRoute()`. */
export interface WrappedRoute {
  /** The HTTP method, or `"ANY"`; `undefined` for a command or a record of another kind. */
  readonly method: string | undefined
  /** The whole path, with the paths of its groups. */
  readonly path: string
  /** The schemas of what it accepts. */
  readonly accepts: Accepts | undefined
  /** The schema of the body for each status that it returns; `null` for a status without a body. */
  readonly returns: { readonly [status: number]: StandardSchema | null } | undefined
  /** Whether its reply opens a socket. */
  readonly isSocket: boolean
}

/**
 * Wraps calls. `handle()` returns the result of `next()`, or a value of its own, which ends the call and is treated like
 * a handler's result.
 */
export interface Middleware {
  /** The name in faults, listings and descriptions. Default: the name of the class. */
  readonly name?: string
  /**
   * The context values that are set before it calls `next()`. Outside production it is a fault if one of them is not; a
   * value that was set to `undefined` counts as set. Default: none.
   */
  readonly provides?: readonly ContextKey[]
  /** The context values that a middleware before this one must provide. Checked at boot. Default: none. */
  readonly needs?: readonly ContextKey[]
  /**
   * The credentials that it requires; of several, one is enough. This makes it a guard, which `guards: "required"`
   * requires for each route. An empty list means that it requires none: see `anyone`.
   */
  readonly security?: Security | readonly Security[]
  /**
   * The callers that it lets pass, by names of your own: roles, or `owner`. For listings, the OpenAPI document and
   * `accessCases()`. Default: it does not distinguish callers.
   */
  readonly allows?: readonly string[]
  /**
   * The errors that it may answer, by status, each with the reason: `{ 403: "Missing role" }`. For the OpenAPI document
   * only.
   */
  readonly answers?: Readonly<Record<number, string>>
  /**
   * The request headers that it requires, each with its meaning: `{ "Idempotency-Key": "…" }`. For the OpenAPI document and
   * `trivet fuzz` only. Default: none.
   */
  readonly requiredHeaders?: Readonly<Record<string, string>>
  /**
   * The kinds of calls that it wraps as a middleware of the application, such as `["request"]` for one that reads headers.
   * In the list of a group or a record it wraps every call. Default: all kinds.
   */
  readonly kinds?: readonly (keyof Kinds & string)[]
  /**
   * Called at boot for each route whose own list, or that of a group around it, contains the middleware. A fault that it throws
   * is reported with the others.
   */
  onRoute?(route: WrappedRoute): void
  /** Handles a call. */
  // `never`, because a middleware may require any context values; the place that lists it is checked for them.
  handle(ctx: never, next: Next): unknown
}

/** A middleware in a list: a class, which Trivet creates in the module of the route, or an object. */
export type MiddlewareEntry = Middleware | (new () => Middleware)

type InstanceOf<Entry> = Entry extends new () => infer Instance ? Instance : Entry

/** The keys that a list of middlewares provides. */
export type ProvidedBy<Entries extends readonly MiddlewareEntry[]> =
  InstanceOf<Entries[number]> extends infer Instance
    ? Instance extends { readonly provides: readonly (infer Key extends ContextKey)[] }
      ? Key
      : never
    : never

/** The keys that a handler, or a middleware's `handle`, requires in its context. */
// A handler that takes anything, or nothing, needs no keys, but `infer` would yield every key. No `...rest`: the
// compiler would create tuples and arrays of the context for each handler, a sixth of the memory that a contract's
// handlers need.
export type KeysOf<Handler> = Handler extends (ctx: unknown, next: never) => unknown
  ? never
  : Handler extends (ctx: CallContext<string, infer Key extends ContextKey, never>, next: never) => unknown
    ? Key
    : never

/** The keys that a list of middlewares itself needs. */
export type NeededBy<Entries extends readonly MiddlewareEntry[]> =
  InstanceOf<Entries[number]> extends infer Instance
    ? Instance extends { readonly handle: infer Handle }
      ? KeysOf<Handle>
      : never
    : never

import type { CallContext } from "./context.ts"
import type { ContextKey } from "./context-values.ts"

/**
 * Runs the rest of the chain and gives what the handler returned: a promise only if it returned one. Call it at most
 * once, and return what it gives or `await` it.
 */
// Spelled out, because `unknown` would swallow the promise and no linter could see one left floating.
export type Next = () => Promise<unknown> | {} | null | undefined

/** How a caller shows who it is, in the words of OpenAPI. */
export type SecurityScheme = { readonly description?: string } & (
  | { readonly type: "http"; readonly scheme: "bearer" | "basic" | "digest"; readonly bearerFormat?: string }
  | { readonly type: "apiKey"; readonly in: "header" | "cookie" | "query"; readonly name: string }
)

/** Credentials that a middleware asks for, for whoever documents the application. */
export interface Security {
  /** What the scheme is called. Middlewares that give the same name mean the same scheme. */
  readonly name: string
  readonly scheme: SecurityScheme
  /** Whether calls without these credentials are let through too: sign-in is optional. */
  readonly optional?: boolean
}

/**
 * Wraps calls. It returns a value of its own, which stops the chain and is treated like a handler's,
 * or what `next()` gave. `provides` names the values it has certainly set when it calls `next()`; outside production a
 * call that finds one of them unset is a fault. A value that is set to `undefined` is set.
 */
export interface Middleware {
  /** What a ready object is called in faults, listings and descriptions. A class has its own name. */
  readonly name?: string
  readonly provides?: readonly ContextKey[]
  /** Values that a middleware before this one must have provided; checked when the application is built. */
  readonly needs?: readonly ContextKey[]
  /** The credentials that it asks for; with several, one of them is enough. It changes nothing: descriptions tell it. */
  readonly security?: Security | readonly Security[]
  /** The errors that it may answer itself, each with the reason: `{ 403: "The role is not enough" }`. Told, not checked. */
  readonly answers?: Readonly<Record<number, string>>
  // `never`: a middleware may ask for any values in its context; whoever lists it is checked for them.
  handle(ctx: never, next: Next): unknown
}

/** A middleware as a route names it: a class, made by injection in the route's module, or a ready object. */
export type MiddlewareEntry = Middleware | (new () => Middleware)

type InstanceOf<Entry> = Entry extends new () => infer Instance ? Instance : Entry

/** The keys that a list of middlewares provides. */
export type ProvidedBy<Entries extends readonly MiddlewareEntry[]> =
  InstanceOf<Entries[number]> extends infer Instance
    ? Instance extends { readonly provides: readonly (infer Key extends ContextKey)[] }
      ? Key
      : never
    : never

/** The keys that a handler, or a middleware's `handle`, asks for in its context. */
// One that takes anything, or nothing, asks for nothing, and `infer` would then give every key. No `...rest`: for each
// handler the compiler would make tuples and arrays of its context, a sixth of the memory that a contract's handlers take.
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

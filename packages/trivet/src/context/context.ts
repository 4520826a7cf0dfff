import type { OutputOf, StandardSchema } from "../schema/standard-schema.ts"
import type { Log } from "../log/log.ts"
import type { ContextKey, ContextValues } from "./context-values.ts"
import type { CookieOptions } from "./request/cookie.ts"
import type { ParameterNames } from "./parameter-names.ts"
import type { Outcome, Reply } from "./reply/reply.ts"

/** The schemas of what a route accepts. A part without a schema is not checked. Invalid input becomes 400. */
export interface Accepts {
  /** The path parameters, as one object. */
  readonly params?: StandardSchema
  /** The query parameters, as one object. On the CLI platform: the options of the command. */
  readonly query?: StandardSchema
  /** The request headers, as one object with lower-case names. */
  readonly headers?: StandardSchema
  /** The body. `ctx.bind()` reads and checks it. */
  readonly body?: StandardSchema
  /** The messages of a socket, which `ctx.messages` yields. */
  readonly message?: StandardSchema
}

/** The first argument of `Context<…>`: a path, or a record that has one. */
export type ContextShape = string | { readonly path: string; readonly accepts?: Accepts }

/** The types of the validated parts of a call. A part without a schema is `unknown`. */
export interface Accepted {
  /** The path parameters. */
  readonly params: unknown
  /** The query parameters. */
  readonly query: unknown
  /** The request headers. */
  readonly headers: unknown
  /** The body. */
  readonly body: unknown
}

type PathOf<Shape extends ContextShape> = Shape extends { readonly path: infer Path extends string }
  ? Path
  : Shape & string

/** The types that `ctx.input()` and `ctx.bind()` return for a record. */
export type AcceptedBy<Shape> = Shape extends { readonly accepts: infer Given extends Accepts }
  ? { readonly [Part in keyof Accepted]: Part extends keyof Given ? OutputOf<Given[Part]> : unknown }
  : Accepted

/**
 * The context of one call, the argument of handlers and middlewares. `Shape` is the path of the route or its record and
 * types the parameters and the input. `Needs` names the values that a middleware must have provided:
 * `Context<"/posts/:id", "user_id">`.
 */
export type Context<Shape extends ContextShape = string, Needs extends ContextKey = never> = CallContext<
  ParameterNames<PathOf<Shape>>,
  Needs,
  AcceptedBy<Shape>
>

/**
 * The members of `Context<…>`. Write `Context<…>` in your code; the compiler shows this name. Its arguments are the names
 * of the parameters, the keys of the values that middlewares provide, and the validated input.
 */
export interface CallContext<
  in Names extends string,
  in Keys extends ContextKey,
  out Input extends Accepted,
> {
  /** The HTTP method; `""` for a command. */
  readonly method: string
  /** The path as it was received: not decoded, without the query. */
  readonly path: string
  /** The path of the matched route, such as `/posts/:id`; `undefined` if no route matches. */
  readonly pattern: string | undefined
  /** Aborted if the client disconnects before the reply is complete. Pass it to work that can be cancelled. */
  readonly signal: AbortSignal
  /** The application's log. It adds `request_id` if `requestId()` is used. */
  readonly log: Log
  /** The client's IP address. Behind a proxy that is not in `trustedProxies` it is the proxy's. */
  readonly address: string
  /** Whether the client uses HTTPS, to this process or to a proxy in `trustedProxies`. */
  readonly secure: boolean

  /** Returns a path parameter, percent-decoded once. Only names of the route's path compile. */
  param(name: Names): string
  /** Returns a query parameter; `""` if it is absent, the first one if it is repeated. */
  query(name: string): string
  /** Returns a query parameter, or `byDefault` if it is absent. An empty parameter is not absent. */
  queryDefault(name: string, byDefault: string): string
  /** Returns a request header; `""` if it is absent. The name may be in any case. */
  header(name: string): string
  /** Returns the value of a cookie; `""` if it is absent. */
  cookie(name: string): string

  /** Reads the body and validates it with the record's `accepts.body`. Throws a fault that becomes 400 if it is invalid. */
  bind(): Promise<Input["body"]>
  /** Reads the body and validates it with a schema. Throws a fault that becomes 400 if it is invalid. */
  bind<Schema extends StandardSchema>(schema: Schema): Promise<OutputOf<Schema>>
  /** Returns the validated parameters, query or headers of a record that has a schema for them in `accepts`. */
  input<Part extends Exclude<keyof Accepted, "body">>(part: Part): Input[Part]

  /** Returns a value that a middleware has set. It is present, because the type of the context names its key. */
  get<Key extends Keys>(key: Key): ContextValues[Key]
  /** Returns a value of this call; `undefined` if it is not set. */
  get<Key extends ContextKey>(key: Key): ContextValues[Key] | undefined
  /** Sets a value for the rest of this call. */
  set<Key extends ContextKey>(key: Key, value: ContextValues[Key]): void
  /** The same as `set()`. */
  setValue<Key extends ContextKey>(key: Key, value: ContextValues[Key]): void

  /** Begins a reply: `return ctx.status(404).json({ error: "Post not found" })`. Without `return` it is not sent. */
  status<Status extends number>(status: Status): ReplyStart<Status>
  /** Returns the request: all parameters, queries and headers, and the raw body. */
  request(): CallRequest
  /** Returns an object that sets headers of the reply. They are also sent with error replies. */
  response(): CallResponse
  /** Sets a cookie. By default it is HttpOnly, SameSite=Lax and Path=/, and Secure over HTTPS and in production. */
  setCookie(name: string, value: string, options?: CookieOptions): void

  /**
   * Adds a function that gets the complete reply before it is sent and returns the one to send. The last added runs
   * first.
   */
  onReply(change: (reply: Reply) => Reply | Promise<Reply>): void
  /**
   * Adds a function that runs after the last byte was sent, or if the reply was aborted. What it throws, or rejects
   * with, is logged. An edge runtime keeps working until a returned promise settles.
   */
  onDone(listener: (outcome: Outcome) => unknown): void
}

/** A reply that has a status and no body yet, made by `ctx.status()`. */
export interface ReplyStart<Status extends number> {
  /** Adds a value as body: JSON over HTTP, a table or JSON on a terminal. */
  json<Value>(value: Value): Reply<Status, Value>
  /** Adds a text as body, sent as `text/plain`. */
  send(text: string): Reply<Status, string>
}

/** The whole request. The objects have no prototype, so that a name such as `__proto__` is an ordinary key. */
export interface CallRequest {
  /** The path parameters, decoded. */
  params(): Readonly<Record<string, string>>
  /** The query parameters, decoded; of a repeated one the first. */
  queries(): Readonly<Record<string, string>>
  /** The headers, by lower-case name. */
  headers(): Readonly<Record<string, string>>
  /** Reads the raw body. Throws a fault that becomes 413 if it is larger than `bodyLimit`. */
  body(): Promise<Uint8Array>
  /** Reads the raw body in pieces, once, for what does not fit in memory. `bodyLimit` does not apply: count what you read. */
  stream(): AsyncIterable<Uint8Array>
}

/** Sets headers of the reply to a call. */
export interface CallResponse {
  /** Sets a header and replaces an earlier value. A line break in the value throws the fault `HEADER_INVALID`. */
  setHeader(name: string, value: string): void
  /** Adds a line of a header and keeps earlier ones, for `Link` or `Vary`. */
  appendHeader(name: string, value: string): void
}

import type { OutputOf, StandardSchema } from "../schema/standard-schema.ts"
import type { Log } from "../log/log.ts"
import type { ContextKey, ContextValues } from "./context-values.ts"
import type { CookieOptions } from "./cookie.ts"
import type { ParameterNames } from "./parameter-names.ts"
import type { Outcome, Reply } from "./reply.ts"

/** The schemas of what a route accepts. What is not named is not checked. */
export interface Accepts {
  readonly params?: StandardSchema
  readonly query?: StandardSchema
  readonly headers?: StandardSchema
  readonly body?: StandardSchema
}

/** What a context can be written for: a path, or a record that has one. */
export type ContextShape = string | { readonly path: string; readonly accepts?: Accepts }

/** What a route's schemas have made of a call, by part. A part that no schema describes stays `unknown`. */
export interface Accepted {
  readonly params: unknown
  readonly query: unknown
  readonly headers: unknown
  readonly body: unknown
}

type PathOf<Shape extends ContextShape> = Shape extends { readonly path: infer Path extends string }
  ? Path
  : Shape & string

/** What `ctx.input()` and `ctx.bind()` give for a record. */
export type AcceptedBy<Shape> = Shape extends { readonly accepts: infer Given extends Accepts }
  ? { readonly [Part in keyof Accepted]: Part extends keyof Given ? OutputOf<Given[Part]> : unknown }
  : Accepted

/**
 * What a handler and its middlewares see of one call. Write it for the route's path or contract record, and name
 * the values that a middleware must have provided: `Context<"/posts/:id", "user_id">`.
 */
export type Context<Shape extends ContextShape = string, Needs extends ContextKey = never> = CallContext<
  ParameterNames<PathOf<Shape>>,
  Needs,
  AcceptedBy<Shape>
>

/**
 * A call, over the names of its parameters, the keys that are certainly set and the accepted input. You write
 * `Context<…>`; this is what the compiler shows.
 */
export interface CallContext<
  in Names extends string,
  in Keys extends ContextKey,
  out Input extends Accepted,
> {
  /** The call's method; `""` for a command. */
  readonly method: string
  /** The path as it was received. */
  readonly path: string
  /** The pattern of the matched route, such as `/posts/:id`; `undefined` where no route matches. */
  readonly pattern: string | undefined
  /** Aborted when the other side goes away: pass it on to work that can be cancelled. */
  readonly signal: AbortSignal
  /** The application's log. */
  readonly log: Log
  /** The address at the other end of the connection, or of the client behind a proxy that the application trusts. */
  readonly address: string
  /** Whether the client speaks HTTPS, to this process or to a proxy that the application trusts. */
  readonly secure: boolean

  /** A path parameter, percent-decoded once. Only names of the route's path compile. */
  param(name: Names): string
  /** A query parameter; `""` when absent, the first when repeated. */
  query(name: string): string
  /** A query parameter, or the default when it is absent. Present and empty is not absent. */
  queryDefault(name: string, byDefault: string): string
  /** A request header; `""` when absent. The name's case does not matter. */
  header(name: string): string
  /** A cookie's value; `""` when absent. */
  cookie(name: string): string

  /** The body, validated by the record's `accepts.body`. Raises a fault that becomes 400 unless you catch it. */
  bind(): Promise<Input["body"]>
  /** The body, decoded and validated by a schema. Raises a fault that becomes 400 unless you catch it. */
  bind<Schema extends StandardSchema>(schema: Schema): Promise<OutputOf<Schema>>
  /** The converted and validated parameters, query or headers of a record that `accepts` them. */
  input<Part extends Exclude<keyof Accepted, "body">>(part: Part): Input[Part]

  /** A value that a middleware on the way has certainly provided. */
  get<Key extends Keys>(key: Key): ContextValues[Key]
  /** A value of this call; `undefined` when nobody has set it. */
  get<Key extends ContextKey>(key: Key): ContextValues[Key] | undefined
  /** Keeps a value for the rest of this call. */
  set<Key extends ContextKey>(key: Key, value: ContextValues[Key]): void
  /** The same as `set`. */
  setValue<Key extends ContextKey>(key: Key, value: ContextValues[Key]): void

  /** Begins a reply: `ctx.status(404).json({ error: "Post not found" })`. It is sent when it is returned. */
  status<Status extends number>(status: Status): ReplyStart<Status>
  /** The request as maps and raw bytes. */
  request(): CallRequest
  /** What is set here reaches the reply whatever makes it, error replies too. */
  response(): CallResponse
  /** Sets a cookie: HttpOnly, SameSite=Lax and Path=/ unless said otherwise, Secure over HTTPS and in production. */
  setCookie(name: string, value: string, options?: CookieOptions): void

  /** Sees, and may replace, the finished reply before it is sent. The last one added runs first. */
  onReply(change: (reply: Reply) => Reply | Promise<Reply>): void
  /** Runs after the last byte or an abort. What it throws is logged. */
  onDone(listener: (outcome: Outcome) => void): void
}

/** A status that waits for its body. */
export interface ReplyStart<Status extends number> {
  /** A JSON body; a table or JSON on a terminal. */
  json<Value>(value: Value): Reply<Status, Value>
  /** A text body. */
  send(text: string): Reply<Status, string>
}

/** The request as a whole. Maps have no prototype, so no name of a client's choosing can reach one. */
export interface CallRequest {
  params(): Readonly<Record<string, string>>
  queries(): Readonly<Record<string, string>>
  headers(): Readonly<Record<string, string>>
  /** The raw body. Raises a fault when it is over the limit. */
  body(): Promise<Uint8Array>
}

/** What every reply to this call will carry. */
export interface CallResponse {
  /** Sets a header; an earlier value goes. A character that could split the header raises a fault. */
  setHeader(name: string, value: string): void
  /** Adds another line of a header, such as `Link` or `Vary`. */
  appendHeader(name: string, value: string): void
}

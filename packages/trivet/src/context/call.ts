import type { Log } from "../log/log.ts"
import { Fault } from "../fault/fault.ts"
import type { StandardSchema } from "../schema/standard-schema.ts"
import type { Accepted, CallContext, CallRequest, CallResponse, ReplyStart } from "./context.ts"
import type { ContextKey, ContextValues } from "./context-values.ts"
import { type CookieOptions, formatCookie, parseCookies } from "./request/cookie.ts"
import type { Incoming } from "./incoming.ts"
import { parseJson } from "./body/parse-json.ts"
import { parseQuery, parseQueryLists } from "./request/parse-query.ts"
import { type BodyReaders, type DecodedBody, readBody, rejectEncoded } from "./body/read-body.ts"
import { ReplyHeaders } from "./reply/reply-headers.ts"
import { isFinalStatus, type Outcome, Reply } from "./reply/reply.ts"
import type { TrustedProxies } from "./request/trusted-proxies.ts"
import type { OpenSockets } from "./reply/upgrade-reply.ts"
import { validate } from "./validate.ts"

/** The settings that all calls of an application share. */
export interface CallSettings {
  readonly log: Log
  /** Maximum size of a body, in bytes. */
  readonly bodyLimit: number
  /** Readers for bodies other than JSON. If it is omitted, every body is read as JSON, whatever its type. */
  readonly bodies?: BodyReaders | undefined
  /** Whether cookies are `Secure` even if the connection is not. */
  readonly production: boolean
  /** The trusted proxies, if any. They determine the client's address and whether it uses HTTPS. */
  readonly proxies?: TrustedProxies | undefined
  /** The open sockets; `undefined` before the first one. */
  sockets?: OpenSockets
}

/** The parameters of a call as the router found them, and the pattern they belong to. */
export interface CallMatch {
  readonly names: readonly string[]
  readonly values: readonly string[]
  readonly value: {
    readonly path: string
    readonly guards?: ((call: Call) => unknown) | undefined
    readonly write?: ((result: unknown, call: Call) => Reply | Promise<Reply>) | undefined
  }
}

/** The context of one call. Parts that not every call needs are created on first use. */
export class Call implements CallContext<string, ContextKey, Accepted> {
  readonly settings: CallSettings
  readonly incoming: Incoming
  readonly match: CallMatch | undefined
  /** Headers that are added to the reply, whatever creates it. */
  headers: ReplyHeaders | undefined
  replyListeners: ((reply: Reply) => Reply | Promise<Reply>)[] | undefined
  doneListeners: ((outcome: Outcome) => unknown)[] | undefined
  /** The default schema of `bind()`. */
  bodySchema: StandardSchema | undefined
  #accepted: { -readonly [Part in keyof Accepted]?: unknown } | undefined
  #log: Log | undefined
  #values: Map<string, unknown> | undefined
  #queries: Readonly<Record<string, string>> | undefined
  #cookies: Readonly<Record<string, string>> | undefined
  #bytes: Promise<Uint8Array> | undefined

  constructor(settings: CallSettings, incoming: Incoming, match: CallMatch | undefined) {
    this.settings = settings
    this.incoming = incoming
    this.match = match
    this.headers = undefined
    this.replyListeners = undefined
    this.doneListeners = undefined
    this.bodySchema = undefined
  }

  /** Runs work of a call that goes on from this one, as a socket does: in the call scope, if there is one. */
  continueAs<Result>(_call: Call, work: () => Result): Result {
    return work()
  }

  get method(): string {
    return this.incoming.method
  }
  get path(): string {
    return this.incoming.path
  }
  get pattern(): string | undefined {
    return this.match?.value.path
  }
  get signal(): AbortSignal {
    return this.incoming.signal
  }
  get log(): Log {
    const id = this.#values?.get("request_id")
    if (id === undefined) return this.settings.log
    return (this.#log ??= this.settings.log.child({ request_id: id }))
  }
  get address(): string {
    const { proxies } = this.settings
    return proxies === undefined ? this.incoming.address : proxies.addressOf(this.incoming)
  }
  get secure(): boolean {
    const { proxies } = this.settings
    return proxies === undefined ? this.incoming.secure : proxies.isSecure(this.incoming)
  }

  param(name: string): string {
    const { match } = this
    const at = match === undefined ? -1 : match.names.indexOf(name)
    return at === -1 ? "" : match!.values[at]!
  }
  query(name: string): string {
    return (this.#queries ??= parseQuery(this.incoming.query))[name] ?? ""
  }
  queryDefault(name: string, byDefault: string): string {
    return (this.#queries ??= parseQuery(this.incoming.query))[name] ?? byDefault
  }
  header(name: string): string {
    return this.incoming.header(name.toLowerCase()) ?? ""
  }
  cookie(name: string): string {
    return (this.#cookies ??= parseCookies(this.header("cookie")))[name] ?? ""
  }

  bind(schema: StandardSchema | undefined = this.bodySchema): Promise<never> {
    if (schema === undefined) {
      return Promise.reject(
        new Fault("SCHEMA_MISSING", { call: "bind()", part: "body", route: this.pattern ?? "" }),
      )
    }
    return this.settings.bodies === undefined
      ? this.#body().then((bytes) => validate(schema, parseJson(bytes)) as never)
      : this.decode(schema).then(({ value }) => validate(schema, value) as never)
  }
  /** The decoded body that `bind()` passes to the schema. */
  decode(schema: StandardSchema): Promise<DecodedBody> {
    const { bodies } = this.settings
    return bodies === undefined
      ? this.#body().then((bytes) => ({ value: parseJson(bytes), fields: undefined }))
      : readBody(this, this.incoming, schema, bodies)
  }
  input(part: Exclude<keyof Accepted, "body">): never {
    if (this.#accepted !== undefined && part in this.#accepted) return this.#accepted[part] as never
    throw new Fault("SCHEMA_MISSING", { call: `input("${part}")`, part, route: this.pattern ?? "" })
  }
  /** Stores the validated value of a part of the call. */
  accept(part: Exclude<keyof Accepted, "body">, value: unknown): void {
    ;(this.#accepted ??= {})[part] = value
  }
  /** The query with every value of a repeated name. */
  queryLists(): Readonly<Record<string, readonly string[]>> {
    return parseQueryLists(this.incoming.query)
  }

  get(key: ContextKey): never {
    return this.#values?.get(key) as never
  }
  set<Key extends ContextKey>(key: Key, value: ContextValues[Key]): void {
    ;(this.#values ??= new Map()).set(key, value)
  }
  /** Copies the context values and the validated input of another call. */
  protected copyValuesFrom(other: Call): void {
    this.#values = other.#values
    this.#accepted = other.#accepted
  }
  /** Whether a value was set, even to `undefined`. */
  isSet(key: ContextKey): boolean {
    return this.#values?.has(key) ?? false
  }
  setValue<Key extends ContextKey>(key: Key, value: ContextValues[Key]): void {
    this.set(key, value)
  }

  status<Status extends number>(status: Status): ReplyStart<Status> {
    if (!isFinalStatus(status)) throw new Fault("STATUS_INVALID", { status, where: "ctx.status()" })
    return new StatusStart(status)
  }
  request(): CallRequest {
    return {
      params: () => this.#params(),
      queries: () => (this.#queries ??= parseQuery(this.incoming.query)),
      headers: () => this.incoming.headers(),
      body: () => this.#body(),
      stream: () => {
        rejectEncoded(this.incoming)
        return this.incoming.stream()
      },
    }
  }
  response(): CallResponse {
    const headers = (this.headers ??= new ReplyHeaders())
    return {
      setHeader: (name, value) => void headers.set(name, value),
      appendHeader: (name, value) => void headers.append(name, value),
    }
  }
  setCookie(name: string, value: string, options: CookieOptions = {}): void {
    const secure = options.secure ?? (this.secure || this.settings.production)
    ;(this.headers ??= new ReplyHeaders()).append(
      "set-cookie",
      formatCookie(name, value, { ...options, secure }),
    )
  }

  onReply(change: (reply: Reply) => Reply | Promise<Reply>): void {
    ;(this.replyListeners ??= []).push(change)
  }
  onDone(listener: (outcome: Outcome) => unknown): void {
    ;(this.doneListeners ??= []).push(listener)
  }

  #params(): Readonly<Record<string, string>> {
    const params = Object.create(null) as Record<string, string>
    this.match?.names.forEach((name, at) => (params[name] = this.match!.values[at]!))
    return params
  }

  #body(): Promise<Uint8Array> {
    return (this.#bytes ??= this.#readBody())
  }

  #readBody(): Promise<Uint8Array> {
    try {
      rejectEncoded(this.incoming)
      return this.incoming.bytes(this.settings.bodyLimit)
    } catch (error) {
      return Promise.reject(error)
    }
  }
}

class StatusStart<Status extends number> implements ReplyStart<Status> {
  readonly #status: Status

  constructor(status: Status) {
    this.#status = status
  }
  json<Value>(value: Value): Reply<Status, Value> {
    return Reply.json(this.#status, value)
  }
  send(text: string): Reply<Status, string> {
    return Reply.text(this.#status, text)
  }
}

import type { Access, Caller } from "trivet/testing"
import type { OpenedAccess } from "../access.ts"
import type { FuzzProblem } from "../report/finding.ts"
import { type FuzzRoute, type FuzzTarget, routeTitle } from "../target/fuzz-target.ts"
import { judgeOutcome } from "../judge/judge-outcome.ts"
import { callHeader } from "../program/fuzz-message.ts"
import { type FuzzCall, readyCall, type ReadyCall } from "./fuzz-call.ts"
import { headersNamed, type HttpReply } from "./http-reply.ts"
import { type SeenValue, seenValues } from "./seen-values.ts"
import { type Outcome, patience, type Wire } from "./wire.ts"

/** A sent call and its outcome. */
export interface Exchange {
  /** The id in its header `x-fuzz-call`. */
  readonly id: string
  readonly call: FuzzCall
  readonly ready: ReadyCall
  readonly outcome: Outcome
  readonly reply: HttpReply | undefined
  readonly values: readonly SeenValue[]
  readonly problems: readonly FuzzProblem[]
}

/** The state that the phases share. */
export interface Field {
  readonly target: FuzzTarget
  readonly wire: Wire
  readonly access: Access | undefined
  /** Why there are no callers, if setting them up failed. */
  readonly failure?: unknown
  /** The e-mail addresses of a caller, as far as the access file sent them. */
  addressesOf(caller: Caller): readonly string[]
  /** Sets up the callers once more: accounts of other people. */
  openOthers(): Promise<OpenedAccess>
  /** The routes that did not answer. */
  readonly hung: Set<string>
  /** The calls that ended the process, by id, with the titles of their routes. */
  readonly ended: Map<string, string>
  /** The last sequences of calls. */
  readonly recent: (readonly Exchange[])[]
  /** Restarts the program if it has ended. */
  revive(): Promise<void>
}

/** How often a route may crash the process before it is skipped. */
const mostEnds = 3

/** Whether calls of a route crash the process repeatedly: more of them show nothing new, and each costs a restart. */
export function endsOften({ ended }: Field, route: Pick<FuzzRoute, "method" | "path">): boolean {
  const title = routeTitle(route)
  return [...ended.values()].filter((one) => one === title).length >= mostEnds
}

/** How many of the last sequences are kept, to find the one that crashed the process. */
const keptRecent = 25

let sessions = 0
let calls = 0

/** A sequence of calls: later ones use values and cookies of the replies to earlier ones. */
export class Session {
  readonly exchanges: Exchange[] = []
  /** Whether ids are only taken from replies to calls that create: rows of other sessions may be in any state. */
  readonly ownRows: boolean
  readonly #field: Field
  readonly #cookies = new Map<string, string>()
  readonly #salt = `${(Date.now() % 1e7).toString(36)}${(sessions++).toString(36)}`

  constructor(field: Field, before?: Session, ownRows = false) {
    this.#field = field
    this.ownRows = ownRows
    if (before === undefined) return
    this.exchanges.push(...before.exchanges)
    this.#cookies = new Map(before.#cookies)
    this.#salt = before.#salt
  }

  get routes(): readonly FuzzRoute[] {
    return this.#field.target.routes
  }

  /** Sends a call and checks the reply. `milliseconds` is the timeout. */
  async send(given: FuzzCall, milliseconds: number = patience): Promise<Exchange> {
    const { target, wire, access } = this.#field
    await this.#field.revive()
    const call = given.prepared === true ? await prepare(given, access) : given
    const ready = this.ready(call)
    const id = `${calls++}`
    const title = routeTitle(call)
    // A route that did not answer before gets a short timeout.
    const outcome = await wire.send(withId(ready, id), this.#field.hung.has(title) ? 300 : milliseconds)
    const reply = outcome.kind === "reply" ? outcome.reply : undefined
    if (reply !== undefined) this.#keepCookies(reply)
    const before = this.exchanges.at(-1)?.reply
    const problems = await judgeOutcome(target, { id, call, ready, outcome, before })
    for (const { kind, cause } of problems) if (kind === "crash") this.#noteEnd(cause, { id, title })
    const values = reply === undefined ? [] : seenValues(reply, target.routes)
    const exchange = { id, call: given, ready, outcome, reply, values, problems }
    this.exchanges.push(exchange)
    this.#field.recent.push([...this.exchanges])
    if (this.#field.recent.length > keptRecent) this.#field.recent.shift()
    return exchange
  }

  /** Sends a call without checking or keeping the reply, as fast as possible. Returns the status, if there is one. */
  async sendOnly(call: FuzzCall): Promise<number | undefined> {
    await this.#field.revive()
    const outcome = await this.#field.wire.send(this.ready(call))
    return outcome.kind === "reply" ? outcome.reply.status : undefined
  }

  /** The call with the values of earlier replies, and the credentials of its caller. */
  ready(call: FuzzCall): ReadyCall {
    const ready = readyCall(call, (reference) => this.#find(reference))
    const caller = call.as === undefined ? {} : this.#field.access?.callers[call.as]?.headers
    const jar = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const cookie = call.cookies === false || jar === "" ? {} : { cookie: jar }
    const named = Object.entries(caller ?? {}).map(([name, value]) => [name.toLowerCase(), value])
    const headers = { ...cookie, ...(Object.fromEntries(named) as Record<string, string>), ...ready.headers }
    return { ...ready, headers: withNewKey(headers) }
  }

  /** Records which call crashed the process: this one, or another. A call in progress records itself. */
  #noteEnd(cause: string | undefined, own: { readonly id: string; readonly title: string }): void {
    const { ended, recent } = this.#field
    if (cause === undefined) ended.set(own.id, own.title)
    const other = recent.find((one) => one.at(-1)!.id === cause)
    if (other !== undefined) ended.set(other.at(-1)!.id, routeTitle(other.at(-1)!.call))
  }

  #find(reference: string): unknown {
    if (reference === "salt") return this.#salt
    const [, step, place] = /^(\d+)\.(.+)$/s.exec(reference) ?? []
    return this.exchanges[Number(step)]?.values.find((one) => one.place === place)?.value
  }

  #keepCookies(reply: HttpReply): void {
    for (const line of headersNamed(reply, "set-cookie")) {
      const [, name = "", value = ""] = /^([^=;]*)=([^;]*)/.exec(line) ?? []
      if (value === "" || /;\s*max-age=0\b/i.test(line)) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
  }
}

/** Without a new key, a call that is sent again would get a stored reply, or be rejected for its other input. */
function withNewKey(headers: ReadyCall["headers"]): ReadyCall["headers"] {
  if (headers["idempotency-key"] === undefined) return headers
  return { ...headers, "idempotency-key": crypto.randomUUID() }
}

function withId(ready: ReadyCall, id: string): ReadyCall {
  return { ...ready, headers: { ...ready.headers, [callHeader]: id } }
}

/** Fills a call with the result of `prepare()` in `tests/access.ts`. */
async function prepare(call: FuzzCall, access: Access | undefined): Promise<FuzzCall> {
  const { params, query, json, form } = (await access?.prepare?.(call)) ?? {}
  const asked =
    typeof query === "object" ? Object.entries(query).map(([name, value]) => [name, String(value)]) : []
  return {
    ...call,
    ...(params !== undefined && { params }),
    ...(asked.length > 0 && { query: Object.fromEntries(asked) as Record<string, string> }),
    ...(json !== undefined && { json }),
    ...(form !== undefined && { form }),
  }
}

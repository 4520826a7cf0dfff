import type { Access } from "../access.ts"
import type { Problem } from "../finding.ts"
import type { FuzzRoute, FuzzTarget } from "../fuzz-target.ts"
import { judgeOutcome } from "../judge/judge-outcome.ts"
import { type FuzzCall, readyCall, type ReadyCall } from "./fuzz-call.ts"
import { headersOf, type HttpReply } from "./http-reply.ts"
import { type SeenValue, seenValues } from "./seen-values.ts"
import type { Outcome, Wire } from "./wire.ts"

/** A call that was sent, and what became of it. */
export interface Exchange {
  readonly call: FuzzCall
  readonly ready: ReadyCall
  readonly outcome: Outcome
  readonly reply: HttpReply | undefined
  readonly values: readonly SeenValue[]
  readonly problems: readonly Problem[]
}

/** What the phases share. */
export interface Field {
  readonly target: FuzzTarget
  readonly wire: Wire
  readonly access: Access | undefined
  /** Starts the program again if it has ended. */
  revive(): Promise<void>
}

let sessions = 0

/** A sequence of calls: later ones use values and cookies of the replies to earlier ones. */
export class Session {
  readonly exchanges: Exchange[] = []
  readonly #field: Field
  readonly #cookies = new Map<string, string>()
  readonly #salt = `${(Date.now() % 1e7).toString(36)}${(sessions++).toString(36)}`

  constructor(field: Field, before?: Session) {
    this.#field = field
    if (before === undefined) return
    this.exchanges.push(...before.exchanges)
    this.#cookies = new Map(before.#cookies)
    this.#salt = before.#salt
  }

  get routes(): readonly FuzzRoute[] {
    return this.#field.target.routes
  }

  /** Sends a call and judges the reply. */
  async send(given: FuzzCall): Promise<Exchange> {
    const { target, wire, access } = this.#field
    await this.#field.revive()
    const filled = given.prepared === true ? await access?.prepare?.(given) : undefined
    const call = { ...given, ...filled }
    const ready = this.#ready(call)
    target.takeErrors()
    const outcome = await wire.send(ready)
    const reply = outcome.kind === "reply" ? outcome.reply : undefined
    if (reply !== undefined) this.#keepCookies(reply)
    const before = this.exchanges.at(-1)?.reply
    const problems = await judgeOutcome(target, { call, ready, outcome, before })
    const values = reply === undefined ? [] : seenValues(reply, target.routes)
    const exchange = { call: given, ready, outcome, reply, values, problems }
    this.exchanges.push(exchange)
    return exchange
  }

  #ready(call: FuzzCall): ReadyCall {
    const ready = readyCall(call, (reference) => this.#find(reference))
    const caller = call.as === undefined ? {} : this.#field.access?.callers[call.as]?.headers
    const jar = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const cookie = call.cookies === false || jar === "" ? {} : { cookie: jar }
    const named = Object.entries(caller ?? {}).map(([name, value]) => [name.toLowerCase(), value])
    const headers = { ...cookie, ...(Object.fromEntries(named) as Record<string, string>), ...ready.headers }
    return { ...ready, headers }
  }

  #find(reference: string): unknown {
    if (reference === "salt") return this.#salt
    const [, step, place] = /^(\d+)\.(.+)$/s.exec(reference) ?? []
    return this.exchanges[Number(step)]?.values.find((one) => one.place === place)?.value
  }

  #keepCookies(reply: HttpReply): void {
    for (const line of headersOf(reply, "set-cookie")) {
      const [, name = "", value = ""] = /^([^=;]*)=([^;]*)/.exec(line) ?? []
      if (value === "" || /;\s*max-age=0\b/i.test(line)) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
  }
}

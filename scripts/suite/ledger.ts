import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { Agent, request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A call that a ledger is to make. What is answered with 201 counts as acknowledged. */
export interface LedgerRequest {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
}

/** One call, as its sender saw it. Times are `performance.now()`. */
export interface LedgerCall {
  readonly method: string
  readonly began: number
  readonly took: number
  /** 0 when no reply came. */
  readonly status: number
  readonly retryAfter: string | undefined
  /** Why there was no reply, or what a reply that is no success said. */
  readonly error: string | undefined
}

/**
 * Writes records with ids of its own at a fixed rate, whatever comes back, without trying again, and notes on disk
 * each id that was acknowledged.
 */
export class Ledger {
  readonly calls: LedgerCall[] = []
  readonly #folder = mkdtempSync(join(tmpdir(), "trivet-ledger-"))
  readonly #file = join(this.#folder, "acknowledged")
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1_000 })
  readonly #requestFor: (id: string, at: number) => LedgerRequest
  readonly #timer: NodeJS.Timeout
  readonly #began = performance.now()
  #sent = 0
  #open = 0

  /** `requestFor` says what is sent for an id, and as which call, counted from 0: a call may also read. */
  constructor(perSecond: number, requestFor: (id: string, at: number) => LedgerRequest) {
    this.#requestFor = requestFor
    writeFileSync(this.#file, "")
    // From a schedule: a slow reply must not slow the calls after it.
    this.#timer = setInterval(() => {
      const due = ((performance.now() - this.#began) / 1000) * perSecond
      while (this.#sent < due) this.#send(this.#sent++)
    }, 5)
  }

  /** How many calls have no answer yet. */
  get open(): number {
    return this.#open
  }

  /** Calls that were not answered as they should be. */
  get failed(): readonly LedgerCall[] {
    return this.calls.filter(({ status }) => status < 200 || status > 299)
  }

  /** Stops, waits for the calls under way, and gives the ids that were acknowledged. */
  async end(): Promise<readonly string[]> {
    clearInterval(this.#timer)
    while (this.#open > 0) await new Promise((go) => setTimeout(go, 20))
    this.#agent.destroy()
    const ids = readFileSync(this.#file, "utf8").split("\n").filter(Boolean)
    rmSync(this.#folder, { recursive: true })
    return ids
  }

  #send(at: number): void {
    const id = crypto.randomUUID()
    const { method, url, headers, json } = this.#requestFor(id, at)
    const began = performance.now()
    this.#open++
    const finish = (status: number, retryAfter?: string, error?: string) => {
      if (status === 201) appendFileSync(this.#file, `${id}\n`)
      this.calls.push({ method, began, took: performance.now() - began, status, retryAfter, error })
      this.#open--
    }
    const asked = request(url, { method, agent: this.#agent, ...(headers && { headers }) }, (reply) => {
      const good = reply.statusCode! < 300
      let text = ""
      reply.setEncoding("utf8").on("data", (piece: string) => (text += good ? "" : piece))
      reply.on("error", () => undefined)
      reply.on("close", () => {
        if (!reply.complete) finish(0, undefined, "the reply was cut off")
        else finish(reply.statusCode!, reply.headers["retry-after"], good ? undefined : text)
      })
    })
    asked.on("error", (error) => finish(0, undefined, error.message))
    asked.end(json === undefined ? undefined : JSON.stringify(json))
  }
}

/** What came of what was acknowledged. Both must be 0. */
export interface Audit {
  readonly lost: number
  readonly doubled: number
}

/** Compares what was acknowledged with the ids that are there now, each as often as it is there. */
export function audit(acknowledged: readonly string[], present: readonly string[]): Audit {
  const counts = new Map<string, number>()
  for (const id of present) counts.set(id, (counts.get(id) ?? 0) + 1)
  return {
    lost: acknowledged.filter((id) => !counts.has(id)).length,
    doubled: [...counts.values()].filter((count) => count > 1).length,
  }
}

import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { Agent, request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** One call, as its sender saw it. Times are `performance.now()`. */
export interface LedgerCall {
  readonly began: number
  readonly took: number
  /** 0 when no reply came. */
  readonly status: number
  readonly retryAfter: string | undefined
}

/**
 * Writes records with ids of its own at a fixed rate, whatever comes back, without trying again, and notes on disk
 * each id that was acknowledged. Every third call reads.
 */
export class Ledger {
  readonly calls: LedgerCall[] = []
  readonly #folder = mkdtempSync(join(tmpdir(), "trivet-ledger-"))
  readonly #file = join(this.#folder, "acknowledged")
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1_000 })
  readonly #url: string
  readonly #timer: NodeJS.Timeout
  readonly #began = performance.now()
  #sent = 0
  #open = 0

  constructor(url: string, perSecond: number) {
    this.#url = url
    writeFileSync(this.#file, "")
    // From a schedule: a slow reply must not slow the calls after it.
    this.#timer = setInterval(() => {
      const due = ((performance.now() - this.#began) / 1000) * perSecond
      while (this.#sent < due) this.#send(this.#sent++)
    }, 5)
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
    const path = ["records", "transactions", "records"][at % 3]!
    const method = at % 3 === 2 ? "GET" : "POST"
    const began = performance.now()
    this.#open++
    const finish = (status: number, retryAfter?: string) => {
      if (status === 201) appendFileSync(this.#file, `${id}\n`)
      this.calls.push({ began, took: performance.now() - began, status, retryAfter })
      this.#open--
    }
    request(`${this.#url}/${path}/${id}`, { method, agent: this.#agent }, (reply) => {
      reply.resume()
      reply.on("end", () => finish(reply.statusCode!, reply.headers["retry-after"]))
    })
      .on("error", () => finish(0))
      .end()
  }
}

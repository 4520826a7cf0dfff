// A service's start fails.
import { module } from "trivet"
import type { Expected } from "../expected.ts"

class Queue {
  // here
  async onStart() {
    await this.#connect("queue.invalid")
  }
  async #connect(host: string) {
    await Promise.resolve()
    if (host.endsWith(".invalid")) throw new Error(`no host ${host}`)
  }
}

export const root = module({ name: "queue", declarations: [Queue] })
export const expected = { code: "START_FAILED", chain: [] } satisfies Expected

// A service's start waits for ever.
import { module } from "trivet"
import type { Expected } from "../expected.ts"

class Queue {
  // here
  async onStart() {
    const { promise, resolve } = Promise.withResolvers<void>()
    setTimeout(resolve, 60_000).unref()
    await promise
  }
}

export const root = module({ name: "queue", declarations: [Queue] })
export const options = { startHookTimeout: 50 }
export const expected = { code: "START_TIMEOUT", chain: [] } satisfies Expected

// Fixed as the fault says.
import { module } from "trivet"

class Queue {
  async onStart() {
    const { promise, resolve } = Promise.withResolvers<void>()
    setTimeout(resolve, 5).unref()
    await promise
  }
}

export const root = module({ name: "queue", declarations: [Queue] })
export const options = { startHookTimeout: 50 }

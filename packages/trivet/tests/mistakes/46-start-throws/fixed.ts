// Fixed as the fault says.
import { module } from "trivet"

class Queue {
  async onStart() {
    await this.#connect("queue.example")
  }
  async #connect(host: string) {
    await Promise.resolve()
    if (host.endsWith(".invalid")) throw new Error(`no host ${host}`)
  }
}

export const root = module({ name: "queue", declarations: [Queue] })

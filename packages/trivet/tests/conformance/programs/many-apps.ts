import { type Context, get, inject, Log, module, routes } from "trivet"
import { createTestApp } from "trivet/testing"

// Makes and stops applications one after the other, and tells how much of them is left. Run it with --expose-gc.

class Numbers {
  readonly list = Array.from({ length: 10_000 }, (_, at) => at * 1.5)
}

class Controller {
  readonly #numbers = inject(Numbers)
  readonly #log = inject(Log)

  routes() {
    return routes([get("/numbers/:at", this.show)])
  }
  show(ctx: Context<"/numbers/:at">) {
    this.#log.info("asked")
    return { number: this.#numbers.list[Number(ctx.param("at"))] }
  }
}

async function round(count: number): Promise<number> {
  for (let made = 0; made < count; made++) {
    const root = module({ name: "numbers", declarations: [Controller, Numbers] })
    const app = await createTestApp(root)
    const { status } = await app.request("GET", "/numbers/2")
    if (status !== 200) throw new Error(`answered ${status}`)
    await app.stop()
  }
  globalThis.gc!()
  return process.memoryUsage().heapUsed
}

const first = await round(50)
const began = performance.now()
const last = await round(500)
console.log(JSON.stringify({ port: 0, first, last, milliseconds: Math.round(performance.now() - began) }))

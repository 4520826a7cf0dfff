import { type Context, get, inject, MemoryKeyValue, module, provide, KeyValue, routes } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"

class Missing {}

class Visits {
  readonly #store = inject(KeyValue)
  // WRONG makes one of the mistakes that boot reports.
  readonly #missing = process.env["WRONG"] === "boot" ? inject(Missing) : undefined
  routes() {
    return routes([get("/visits/:who", this.count)])
  }
  async count(ctx: Context<"/visits/:who">) {
    return { visits: await this.#store.increment(ctx.param("who")), missing: this.#missing }
  }
  onServe() {
    if (process.env["WRONG"] === "onServe") throw new Error("no poller")
  }
  onStop() {
    console.log("stopped")
  }
}

const App = module({
  name: "visits",
  declarations: [Visits, provide(KeyValue, () => new MemoryKeyValue())],
})
await serve(App, { platform: api(), drainDelay: 0 })

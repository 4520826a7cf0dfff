// Fixed as the fault says.
import { get, inject, module, provide, token } from "trivet"

const Limit = token<number>("Limit")

class LimitController {
  readonly #limit = inject(Limit)

  routes() {
    return [get("/limit", () => this.#limit)]
  }
}

export const root = module({
  name: "limits",
  declarations: [LimitController, provide(Limit, () => 100)],
})
export const call = { method: "GET", path: "/limit" }

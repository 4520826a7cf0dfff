// A value is provided without a function around it.
import { get, inject, module, provide, token } from "trivet"
import type { Expected } from "../expected.ts"

const Limit = token<number>("Limit")

class LimitController {
  readonly #limit = inject(Limit)

  routes() {
    return [get("/limit", () => this.#limit)]
  }
}

export const root = module({
  name: "limits",
  declarations: [
    LimitController,
    // @ts-expect-error 100 is not a function
    provide(Limit, 100), // here
  ],
})
export const call = { method: "GET", path: "/limit" }
export const expected = {
  code: "PROVIDER_NOT_A_FUNCTION",
  chain: ["LimitController", "Limit"],
} satisfies Expected

// A dependency is asked for by a text.
import { get, inject, module, provide, token } from "trivet"
import type { Expected } from "../expected.ts"

const Greeting = token<string>("Greeting")

class HelloController {
  // @ts-expect-error a text is not a token
  readonly #greeting = inject<string>("Greeting") // here

  routes() {
    return [get("/hello", () => this.#greeting)]
  }
}

export const root = module({
  name: "hello",
  declarations: [HelloController, provide(Greeting, () => "Hello")],
})
export const call = { method: "GET", path: "/hello" }
export const expected = {
  code: "TOKEN_INVALID",
  chain: ["HelloController", 'the text "Greeting"'],
} satisfies Expected

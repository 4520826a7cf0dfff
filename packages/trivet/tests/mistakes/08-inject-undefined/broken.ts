// A token is taken from a record under a misspelt name.
import { get, inject, module, provide, token } from "trivet"
import type { Expected } from "../expected.ts"

const tokens: { [name: string]: ReturnType<typeof token<string>> } = {
  greeting: token<string>("greeting"),
}

class HelloController {
  readonly #greeting = inject(tokens["greetings"]!) // here

  routes() {
    return [get("/hello", () => this.#greeting)]
  }
}

export const root = module({
  name: "hello",
  declarations: [HelloController, provide(tokens["greeting"]!, () => "Hello")],
})
export const call = { method: "GET", path: "/hello" }
export const expected = {
  code: "TOKEN_UNDEFINED",
  chain: ["HelloController", "undefined"],
} satisfies Expected

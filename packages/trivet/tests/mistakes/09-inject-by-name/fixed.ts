// Fixed as the fault says.
import { get, inject, module, provide, token } from "trivet"

const Greeting = token<string>("Greeting")

class HelloController {
  readonly #greeting = inject(Greeting)

  routes() {
    return [get("/hello", () => this.#greeting)]
  }
}

export const root = module({
  name: "hello",
  declarations: [HelloController, provide(Greeting, () => "Hello")],
})
export const call = { method: "GET", path: "/hello" }

// Fixed as the fault says.
import { get, inject, module, provide, token } from "trivet"

const tokens: { [name: string]: ReturnType<typeof token<string>> } = {
  greeting: token<string>("greeting"),
}

class HelloController {
  readonly #greeting = inject(tokens["greeting"]!)

  routes() {
    return [get("/hello", () => this.#greeting)]
  }
}

export const root = module({
  name: "hello",
  declarations: [HelloController, provide(tokens["greeting"]!, () => "Hello")],
})
export const call = { method: "GET", path: "/hello" }

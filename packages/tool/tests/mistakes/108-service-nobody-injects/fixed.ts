// Fixed as the finding says: it is injected where it was meant to be used.
import { get, inject, module } from "trivet"

class Greetings {
  readonly all = ["Hello"]
}

class HelloController {
  readonly #greetings = inject(Greetings)

  routes() {
    return [get("/hello", () => this.#greetings.all)]
  }
}

export const root = module({ name: "hello", declarations: [HelloController, Greetings] })

// A service is declared and never asked for.
import { get, module } from "trivet"
import type { Expected } from "../expected.ts"

// here
class Greetings {
  readonly all = ["Hello"]
}

class HelloController {
  routes() {
    return [get("/hello", () => new Greetings().all)]
  }
}

export const root = module({ name: "hello", declarations: [HelloController, Greetings] })
export const expected = { code: "SERVICE_UNUSED" } satisfies Expected

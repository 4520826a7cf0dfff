// Commands on the API platform: it serves records with a method.
import { command, module } from "trivet"
import type { Expected } from "../expected.ts"

class HelloController {
  routes() {
    return [
      command("/hello", () => "Hello"), // here
    ]
  }
}

export const root = module({ name: "hello", declarations: [HelloController] })
export const expected = { code: "NOTHING_SERVED" } satisfies Expected

// A controller stands twice in one list.
import { get, module } from "trivet"
import type { Expected } from "../expected.ts"

class HelloController {
  routes() {
    return [get("/hello", () => "Hello")]
  }
}

export const root = module({ name: "hello", declarations: [HelloController, HelloController] }) // here
export const call = { method: "GET", path: "/hello" }
export const expected = { code: "LISTED_TWICE", chain: ["hello"] } satisfies Expected

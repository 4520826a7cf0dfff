// An instance is declared instead of its class.
import { get, module } from "trivet"
import type { Expected } from "../expected.ts"

class HelloController {
  routes() {
    return [get("/hello", () => "Hello")]
  }
}

// here
export const root = module({
  name: "hello",
  // @ts-expect-error an instance is neither a class nor a provider
  declarations: [new HelloController()],
})
export const call = { method: "GET", path: "/hello" }
export const expected = { code: "NOT_A_DECLARATION", chain: ["hello"] } satisfies Expected

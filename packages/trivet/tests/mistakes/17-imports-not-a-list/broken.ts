// One module is imported without brackets.
import { get, module } from "trivet"
import type { Expected } from "../expected.ts"

class HelloController {
  routes() {
    return [get("/hello", () => "Hello")]
  }
}

const HelloModule = module({ name: "hello", declarations: [HelloController] })

// here
export const root = module({
  name: "app",
  // @ts-expect-error a module is not a list of modules
  imports: HelloModule,
})
export const call = { method: "GET", path: "/hello" }
export const expected = { code: "LIST_INVALID", chain: ["app"] } satisfies Expected

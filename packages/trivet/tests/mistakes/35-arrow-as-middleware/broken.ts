// A middleware of the application is an arrow function.
import { type Context, get, module, type Next } from "trivet"
import type { Expected } from "../expected.ts"

class HelloController {
  routes() {
    return [get("/hello", () => "Hello")]
  }
}

export const root = module({ name: "hello", declarations: [HelloController] })
export const options = {
  middlewares: [
    (_ctx: Context, next: Next) => next(), // here
  ],
}
export const call = { method: "GET", path: "/hello" }
export const expected = { code: "MIDDLEWARE_INVALID", chain: [] } satisfies Expected

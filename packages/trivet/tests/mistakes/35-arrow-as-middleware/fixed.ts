// Fixed as the fault says.
import { type Context, get, module, type Next } from "trivet"

class HelloController {
  routes() {
    return [get("/hello", () => "Hello")]
  }
}

export const root = module({ name: "hello", declarations: [HelloController] })
export const options = {
  middlewares: [{ handle: (_ctx: Context, next: Next) => next() }],
}
export const call = { method: "GET", path: "/hello" }

// Fixed as the fault says.
import { get, module } from "trivet"

class HelloController {
  routes() {
    return [get("/hello", () => "Hello")]
  }
}

export const root = module({ name: "app", declarations: [HelloController] })
export const call = { method: "GET", path: "/hello" }

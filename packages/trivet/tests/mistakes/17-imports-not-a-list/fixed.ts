// Fixed as the fault says.
import { get, module } from "trivet"

class HelloController {
  routes() {
    return [get("/hello", () => "Hello")]
  }
}

const HelloModule = module({ name: "hello", declarations: [HelloController] })

export const root = module({
  name: "app",
  imports: [HelloModule],
})
export const call = { method: "GET", path: "/hello" }

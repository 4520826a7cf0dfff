// Fixed as the finding says.
import { get, module } from "trivet"

class HelloController {
  routes() {
    return [get("/hello", () => "Hello")]
  }
}

export const root = module({ name: "hello", declarations: [HelloController] })

// Fixed as the finding says.
import { get, module } from "trivet"

class StatusController {
  routes() {
    return [get("/status/:name", () => "one")]
  }
}

export const root = module({ name: "status", declarations: [StatusController] })

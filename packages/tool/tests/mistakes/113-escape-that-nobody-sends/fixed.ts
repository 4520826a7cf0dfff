// Fixed as the finding says.
import { get, module } from "trivet"

class MenuController {
  routes() {
    return [get("/café", () => "menu")]
  }
}

export const root = module({ name: "menu", declarations: [MenuController] })

// Fixed as the finding says.
import { get, module } from "trivet"

class PricesController {
  routes() {
    return [get("/prices", () => [1, 2])]
  }
}

export const root = module({ name: "prices", declarations: [PricesController] })

// A module is imported, and nothing of it is used any more.
import { get, module } from "trivet"
import type { Expected } from "../expected.ts"

const RatesModule = module({ name: "rates" })

class PricesController {
  routes() {
    return [get("/prices", () => [1, 2])]
  }
}

// here
export const root = module({ name: "prices", imports: [RatesModule], declarations: [PricesController] })
export const expected = { code: "IMPORT_UNUSED" } satisfies Expected

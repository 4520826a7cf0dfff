// An escape in lower case: clients send upper case, and paths are matched as received.
import { get, module } from "trivet"
import type { Expected } from "../expected.ts"

class MenuController {
  routes() {
    return [
      get("/caf%c3%a9", () => "menu"), // here
    ]
  }
}

export const root = module({ name: "menu", declarations: [MenuController] })
export const expected = { code: "ESCAPE_UNSENT" } satisfies Expected

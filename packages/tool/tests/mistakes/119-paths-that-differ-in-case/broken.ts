// Two routes differ in upper and lower case only.
import { get, module } from "trivet"
import type { Expected } from "../expected.ts"

class StatusController {
  routes() {
    return [
      get("/status/:name", () => "one"),
      get("/Status/:id", () => "the other"), // here
    ]
  }
}

export const root = module({ name: "status", declarations: [StatusController] })
export const expected = { code: "CASE_TWINS" } satisfies Expected

// A job in an application that does not import `jobs()`: nothing ever runs it.
import { cron } from "@trivet/jobs"
import { get, module, routes } from "trivet"
import type { Expected } from "../expected.ts"

class UploadsController {
  routes() {
    return routes([
      get("/uploads", () => []),
      cron("0 3 * * *", "uploads/sweep", this.sweep), // here
    ])
  }
  sweep() {}
}

export const root = module({ name: "uploads", declarations: [UploadsController] })
export const expected = { code: "RECORD_NEVER_CALLED" } satisfies Expected

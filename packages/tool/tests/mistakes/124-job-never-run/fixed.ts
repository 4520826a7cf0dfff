// Fixed as the finding says.
import { cron, Jobs, jobs } from "@trivet/jobs"
import { get, inject, module, routes } from "trivet"

class UploadsController {
  readonly #jobs = inject(Jobs)

  routes() {
    return routes([get("/uploads", () => this.#jobs.list()), cron("0 3 * * *", "uploads/sweep", this.sweep)])
  }
  sweep() {}
}

export const root = module({ name: "uploads", imports: [jobs()], declarations: [UploadsController] })

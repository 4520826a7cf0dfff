import { currentJob } from "@trivet/jobs"
import { type Context, implement, inject, Log } from "trivet"
import { UsersStore } from "../users/users-store.ts"
import { Welcome } from "./welcome-contract.ts"

/** Runs the jobs of `Welcome`. */
export class WelcomeJobs {
  readonly #users = inject(UsersStore)
  readonly #log = inject(Log)

  routes() {
    return implement(Welcome, this)
  }

  async send(ctx: Context<typeof Welcome.send>) {
    const { user_id } = await ctx.bind()
    const user = await this.#users.find(user_id)
    // The account may be gone by now.
    if (user === undefined) return
    // Send a mail here. Pass `job` on as its idempotency key: a job can run twice if a process dies.
    this.#log.info({ user_id, job: currentJob(ctx)?.id }, "welcome")
  }
}

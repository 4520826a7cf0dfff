import type { Generation } from "@trivet/auth"
import { type Context, implement, inject } from "trivet"
import { UsersStore } from "../users/users-store.ts"
import { AccountMails } from "./account-jobs-contract.ts"
import { AccountMailer } from "./account-mailer.ts"

/** Runs the jobs of `AccountMails`. */
export class AccountJobs {
  readonly #users = inject(UsersStore)
  readonly #mailer = inject(AccountMailer)

  routes() {
    return implement(AccountMails, this)
  }

  async confirm(ctx: Context<typeof AccountMails.confirm>) {
    const { user_id, email, current, generation = "" } = await ctx.bind()
    const user = await this.#users.find(user_id)
    // The account may be gone by now, or have another address.
    if (user?.email === current) await this.#mailer.confirm(user, email, generation as Generation)
  }

  async reset(ctx: Context<typeof AccountMails.reset>) {
    const { email } = await ctx.bind()
    await this.#mailer.reset(email)
  }

  async notice(ctx: Context<typeof AccountMails.notice>) {
    const { email, notice } = await ctx.bind()
    await this.#mailer.notice(email, notice)
  }
}

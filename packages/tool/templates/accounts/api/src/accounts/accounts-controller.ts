import { AccessTokens, AuthSettings, BearerAuth, Revocations, SecurityEvents } from "@trivet/auth"
import { anyone, type Context, implement, inject, PublicError } from "trivet"
import { tokenUser } from "../users/user.ts"
import { UsersStore } from "../users/users-store.ts"
import { Accounts } from "./accounts-contract.ts"
import { DeletionService } from "./deletion-service.ts"
import { EmailService } from "./email-service.ts"
import { OwnPassword } from "./own-password.ts"
import { PasswordService } from "./password-service.ts"

const onItsWay = { message: "If there is an account, a mail is on its way" }

/** Answers for accounts: a method for each record of the contract. */
export class AccountsController {
  readonly #users = inject(UsersStore)
  readonly #passwords = inject(PasswordService)
  readonly #emails = inject(EmailService)
  readonly #deletion = inject(DeletionService)
  readonly #own = inject(OwnPassword)
  readonly #tokens = inject(AccessTokens)
  readonly #revocations = inject(Revocations)
  readonly #settings = inject(AuthSettings)
  readonly #events = inject(SecurityEvents)

  routes() {
    const own = [BearerAuth] as const
    return implement(Accounts, this, {
      askReset: [anyone],
      reset: [anyone],
      confirm: [anyone],
      show: own,
      verify: own,
      changePassword: own,
      changeEmail: own,
      endTokens: own,
      delete: own,
    })
  }

  async askReset(ctx: Context<typeof Accounts.askReset>) {
    const { email } = await ctx.bind()
    await this.#passwords.askReset(email, ctx)
    // The same for every address: it does not reveal which ones have an account.
    return ctx.status(202).json(onItsWay)
  }

  async reset(ctx: Context<typeof Accounts.reset>) {
    const { token, password } = await ctx.bind()
    await this.#passwords.reset(token, password, ctx)
    return undefined
  }

  async confirm(ctx: Context<typeof Accounts.confirm>) {
    const { token } = await ctx.bind()
    await this.#emails.confirm(token, ctx)
    return undefined
  }

  async show(ctx: Context<typeof Accounts.show, "user_id">) {
    const user = await this.#users.find(ctx.get("user_id"))
    if (user === undefined) throw new PublicError(401, "Invalid token")
    const { id, email, name } = user
    return { id, email, name, email_verified: await this.#emails.isVerified(user) }
  }

  async verify(ctx: Context<typeof Accounts.verify, "user_id">) {
    await this.#emails.verifyAgain(ctx.get("user_id"), ctx)
    return ctx.status(202).json(onItsWay)
  }

  async changePassword(ctx: Context<typeof Accounts.changePassword, "user_id">) {
    const { current_password: current, password } = await ctx.bind()
    const made = await this.#passwords.change(ctx.get("user_id"), { current, password }, ctx)
    // All tokens have ended, the caller's too.
    const token = await this.#tokens.create(tokenUser(made.user), made.generation)
    return { token, expires_in: this.#settings.lifetimeSeconds.access }
  }

  async changeEmail(ctx: Context<typeof Accounts.changeEmail, "user_id">) {
    await this.#emails.askChange(ctx.get("user_id"), await ctx.bind(), ctx)
    return ctx.status(202).json(onItsWay)
  }

  async endTokens(ctx: Context<typeof Accounts.endTokens, "user_id">) {
    const user_id = ctx.get("user_id")
    const { password } = await ctx.bind()
    // Whoever has found a token must not lock its owner out.
    await this.#own.check(user_id, password, ctx)
    await this.#revocations.revokeUser(user_id)
    this.#events.report({ event: "all_sessions_ended", user_id, address: ctx.address })
    return undefined
  }

  async delete(ctx: Context<typeof Accounts.delete, "user_id">) {
    const { password } = await ctx.bind()
    await this.#deletion.delete(ctx.get("user_id"), password, ctx)
    return undefined
  }
}

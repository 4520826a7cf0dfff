import {
  AuthSettings,
  type Generation,
  Revocations,
  SecurityEvents,
  sessionCookie,
  Sessions,
} from "@trivet/auth"
import { type Context, get, group, inject, post, PublicError, routes } from "trivet"
import { flash, readForm, redirect, render } from "trivet/web"
import { SignedIn } from "../site/signed-in.ts"
import { UsersStore } from "../users/users-store.ts"
import { type AccountPage, accountView } from "./account-view.ts"
import { EmailDTO, OwnPasswordDTO, PasswordDTO } from "./accounts-dto.ts"
import { changeEmailView } from "./change-email-view.ts"
import { changePasswordView } from "./change-password-view.ts"
import { deleteView } from "./delete-view.ts"
import { DeletionService } from "./deletion-service.ts"
import { EmailService } from "./email-service.ts"
import { EndSessionsDTO } from "./end-sessions-dto.ts"
import { KeyService } from "./key-service.ts"
import { OwnPassword } from "./own-password.ts"
import { PasswordService } from "./password-service.ts"
import { refusalOf } from "./refusal-of.ts"

/** The pages of an account, for its owner. */
export class AccountController {
  readonly #users = inject(UsersStore)
  readonly #passwords = inject(PasswordService)
  readonly #emails = inject(EmailService)
  readonly #deletion = inject(DeletionService)
  readonly #keys = inject(KeyService)
  readonly #own = inject(OwnPassword)
  readonly #sessions = inject(Sessions)
  readonly #revocations = inject(Revocations)
  readonly #settings = inject(AuthSettings)
  readonly #events = inject(SecurityEvents)

  routes() {
    return routes([
      group(
        "/account",
        [SignedIn],
        [
          get("", this.show, { view: accountView }),
          post("/verify", this.verify),
          get("/password", this.emptyForm, { view: changePasswordView }),
          post("/password", this.changePassword),
          get("/email", this.emptyForm, { view: changeEmailView }),
          post("/email", this.changeEmail),
          post("/end-sessions", this.endSessions),
          post("/keys/:id/end", this.endKey),
          get("/delete", this.emptyForm, { view: deleteView }),
          post("/delete", this.delete),
        ],
      ),
    ])
  }

  emptyForm() {
    return { input: {}, errors: {} }
  }

  async show(ctx: Context<string, "user_id">): Promise<AccountPage> {
    const id = ctx.get("user_id")
    const user = await this.#users.find(id)
    if (user === undefined) throw new PublicError(404, "Account not found")
    const sessions = await this.#sessions.list(id, ctx.cookie(sessionCookie))
    const keys = await this.#keys.list(id)
    const isVerified = await this.#emails.isVerified(user)
    return { email: user.email, isVerified, sessions, keys, error: undefined }
  }

  async verify(ctx: Context<string, "user_id">) {
    await this.#emails.verifyAgain(ctx.get("user_id"), ctx)
    flash(ctx, { kind: "success", text: "The mail is on its way." })
    return redirect("/account")
  }

  async changePassword(ctx: Context<string, "user_id">) {
    const form = await readForm(ctx, PasswordDTO)
    if (!form.ok) return render(changePasswordView, form, { status: 422 })
    const { current_password: current, password } = form.value
    const made = await this.#passwords.change(ctx.get("user_id"), { current, password }, ctx).catch(refusalOf)
    if (made instanceof PublicError)
      return render(changePasswordView, { ...form, errors: { "": made.publicMessage } }, { status: 422 })
    await this.#begin(ctx, made.generation)
    flash(ctx, {
      kind: "success",
      text: "Your password was changed. All other sessions and all API keys have ended.",
    })
    return redirect("/account")
  }

  async changeEmail(ctx: Context<string, "user_id">) {
    const form = await readForm(ctx, EmailDTO)
    if (!form.ok) return render(changeEmailView, form, { status: 422 })
    const refusal = await this.#emails.askChange(ctx.get("user_id"), form.value, ctx).catch(refusalOf)
    if (refusal !== undefined)
      return render(
        changeEmailView,
        { ...form, errors: { password: refusal.publicMessage } },
        { status: 422 },
      )
    flash(ctx, { kind: "success", text: "Open the link in the mail to your new address." })
    return redirect("/account")
  }

  async endSessions(ctx: Context<string, "user_id">) {
    const [user_id, { address }] = [ctx.get("user_id"), ctx]
    const form = await readForm(ctx, EndSessionsDTO)
    if (!form.ok) return this.#showAgain(ctx, form.errors.password ?? form.errors.session)
    const { password, session } = form.value
    // Whoever finds an open browser must not lock the owner out.
    const user = await this.#own.check(user_id, password, ctx).catch(refusalOf)
    if (user instanceof PublicError) return this.#showAgain(ctx, user.publicMessage)
    if (session !== undefined) {
      if (await this.#sessions.destroyListed(user_id, session))
        this.#events.report({ event: "session_destroyed", user_id, session, address })
      return redirect("/account")
    }
    const generation = await this.#revocations.revokeUser(user_id)
    this.#events.report({ event: "all_sessions_ended", user_id, address })
    // After the new generation: a password that was replaced during the check begins no session.
    if (!(await this.#own.isCurrent(user))) return redirect("/sign-in")
    await this.#begin(ctx, generation)
    flash(ctx, { kind: "success", text: "All other sessions have ended." })
    return redirect("/account")
  }

  async endKey(ctx: Context<"/account/keys/:id/end", "user_id">) {
    const form = await readForm(ctx, OwnPasswordDTO)
    if (!form.ok) return this.#showAgain(ctx, form.errors.password)
    const [user_id, key_id] = [ctx.get("user_id"), ctx.param("id")]
    const refusal = await this.#keys.end(user_id, key_id, form.value.password, ctx).catch(refusalOf)
    if (refusal !== undefined) return this.#showAgain(ctx, refusal.publicMessage)
    return redirect("/account")
  }

  async delete(ctx: Context<string, "user_id">) {
    const form = await readForm(ctx, OwnPasswordDTO)
    if (!form.ok) return render(deleteView, form, { status: 422 })
    const refusal = await this.#deletion.delete(ctx.get("user_id"), form.value.password, ctx).catch(refusalOf)
    if (refusal !== undefined)
      return render(deleteView, { ...form, errors: { password: refusal.publicMessage } }, { status: 422 })
    ctx.setCookie(sessionCookie, "", { maxAge: 0 })
    flash(ctx, { kind: "success", text: "Your account was deleted." })
    return redirect("/sign-in")
  }

  /** Shows the page again, with the reason why nothing was ended. */
  async #showAgain(ctx: Context<string, "user_id">, error: string | undefined) {
    return render(accountView, { ...(await this.show(ctx)), error }, { status: 422 })
  }

  /** Begins a session for this browser, after all have ended. */
  async #begin(ctx: Context<string, "user_id">, generation: Generation): Promise<void> {
    const label = ctx.header("user-agent")
    const id = await this.#sessions.create(ctx.get("user_id"), generation, { label })
    ctx.setCookie(sessionCookie, id, { maxAge: this.#settings.lifetimeSeconds.session })
  }
}

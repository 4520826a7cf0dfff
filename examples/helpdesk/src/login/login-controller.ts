import { AuthSettings, type Generation, SecurityEvents, sessionCookie, Sessions } from "@trivet/auth"
import { anyone, type Context, get, group, inject, post, PublicError, routes } from "trivet"
import { flash, readForm, redirect, render } from "trivet/web"
import { EmailService } from "../accounts/email-service.ts"
import { pageAfterSignIn } from "../organisations/invitation-cookie.ts"
import { RegisterDTO } from "../users/register-dto.ts"
import { Registration } from "../users/registration.ts"
import { LoginDTO } from "./login-dto.ts"
import { LoginService } from "./login-service.ts"
import { signInView } from "./sign-in-view.ts"
import { signUpView } from "./sign-up-view.ts"

/** The pages to sign up, in and out. */
export class LoginController {
  readonly #registration = inject(Registration)
  readonly #logins = inject(LoginService)
  readonly #sessions = inject(Sessions)
  readonly #settings = inject(AuthSettings)
  readonly #events = inject(SecurityEvents)
  readonly #emails = inject(EmailService)

  routes() {
    return routes([
      group(
        "",
        [anyone],
        [
          // A record's view renders what its handler returns.
          get("/sign-up", this.emptyForm, { view: signUpView }),
          post("/sign-up", this.signUp),
          get("/sign-in", this.emptyForm, { view: signInView }),
          post("/sign-in", this.signIn),
          post("/sign-out", this.signOut),
        ],
      ),
    ])
  }

  emptyForm() {
    return { input: {}, errors: {} }
  }

  async signUp(ctx: Context) {
    const form = await readForm(ctx, RegisterDTO)
    // 422: the same form again, with what was typed and what is wrong with it.
    if (!form.ok) return render(signUpView, form, { status: 422 })
    const made = await this.#registration.register(form.value, ctx).catch(refusalOf)
    if (made instanceof PublicError) {
      const errors = { [made.status === 409 ? "email" : "password"]: made.publicMessage }
      return render(signUpView, { ...form, errors }, { status: 422 })
    }
    await this.#emails.verifyNew(made.user, made.generation)
    await this.#begin(ctx, made.user.id, made.generation)
    flash(ctx, { kind: "success", text: `Welcome, ${made.user.name}.` })
    return redirect(pageAfterSignIn(ctx))
  }

  async signIn(ctx: Context) {
    const form = await readForm(ctx, LoginDTO)
    if (!form.ok) return render(signInView, form, { status: 422 })
    const found = await this.#logins.login(form.value, ctx).catch(refusalOf)
    if (found instanceof PublicError)
      return render(signInView, { ...form, errors: { "": found.publicMessage } }, { status: 422 })
    await this.#begin(ctx, found.user.id, found.generation)
    return redirect(pageAfterSignIn(ctx))
  }

  async signOut(ctx: Context) {
    await this.#sessions.destroy(ctx.cookie(sessionCookie))
    const visitor = ctx.get("visitor")
    if (visitor !== undefined)
      this.#events.report({ event: "signed_out", user_id: visitor.id, address: ctx.address })
    ctx.setCookie(sessionCookie, "", { maxAge: 0 })
    return redirect("/")
  }

  async #begin(ctx: Context, userId: string, generation: Generation): Promise<void> {
    // An id that the browser brought along may be known to somebody else: it ends, and a new one begins.
    const brought = ctx.cookie(sessionCookie)
    if (brought !== "") await this.#sessions.destroy(brought)
    // The label is how users recognize the session in a list of theirs.
    const id = await this.#sessions.create(userId, generation, { label: ctx.header("user-agent") })
    ctx.setCookie(sessionCookie, id, { maxAge: this.#settings.lifetimeSeconds.session })
  }
}

/** What a person can correct is shown in the form; everything else, 429 too, is an error, with the page for errors. */
function refusalOf(error: unknown): PublicError {
  if (error instanceof PublicError && [400, 401, 409].includes(error.status)) return error
  throw error
}

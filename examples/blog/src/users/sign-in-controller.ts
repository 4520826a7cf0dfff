import { AuthSettings, type Generation, Passwords, sessionCookie, Sessions } from "@trivet/auth"
import { TooManyRequests } from "@trivet/limit"
import { anyone, type Context, get, group, inject, post, routes } from "trivet"
import { flash, readForm, redirect, render } from "trivet/web"
import { StoreFailure } from "../database/store-failure.ts"
import { AuthEvents } from "../events/auth-events.ts"
import { redirectBack } from "../site/return-path.ts"
import { RegisterDTO } from "./auth-contract.ts"
import { labels, SignInForm } from "./sign-in-forms.ts"
import { signInView } from "./sign-in-view.ts"
import { signUpView } from "./sign-up-view.ts"
import { emailTaken } from "./users-store.ts"
import { UsersService } from "./users-service.ts"

/** The site's pages to sign up, in and out. */
export class SignInController {
  readonly #users = inject(UsersService)
  readonly #passwords = inject(Passwords)
  readonly #sessions = inject(Sessions)
  readonly #settings = inject(AuthSettings)
  readonly #events = inject(AuthEvents)

  routes() {
    return routes([
      group(
        "",
        [anyone],
        [
          get("/sign-up", this.newUser),
          post("/sign-up", this.signUp),
          get("/sign-in", this.newSession),
          post("/sign-in", this.signIn),
          post("/sign-out", this.signOut),
        ],
      ),
    ])
  }

  newUser(ctx: Context) {
    return ctx.get("visitor") === undefined
      ? render(signUpView, { input: {}, errors: {} })
      : redirect("/desk")
  }

  async signUp(ctx: Context) {
    const form = await readForm(ctx, RegisterDTO, { labels })
    if (!form.ok) return render(signUpView, form, { status: 422 })
    const { input, value } = form
    if (!this.#passwords.fits(value.password))
      return render(signUpView, { input, errors: { password: "Password is too long" } }, { status: 422 })
    const made = await this.#users.signUp(value, ctx).catch((error: unknown) => {
      if (error instanceof StoreFailure && error.publicMessage === emailTaken) return undefined
      throw error
    })
    if (made === undefined) {
      const errors = { email: "Somebody has signed up with this address already" }
      return render(signUpView, { input, errors }, { status: 422 })
    }
    await this.#begin(ctx, made.user.id, made.generation)
    flash(ctx, { kind: "success", text: `Welcome, ${made.user.name}.` })
    return redirect("/desk")
  }

  newSession(ctx: Context) {
    const next = ctx.query("next")
    if (ctx.get("visitor") !== undefined) return redirectBack(next)
    return render(signInView, { input: { next }, errors: {} })
  }

  async signIn(ctx: Context) {
    const form = await readForm(ctx, SignInForm, { labels })
    if (!form.ok) return render(signInView, form, { status: 422 })
    const { input, value } = form
    const refused = (text: string, status: 401 | 429) =>
      render(signInView, { input, errors: { "": text } }, { status })
    try {
      const user = await this.#users.authenticate(value, ctx)
      if (user === undefined) return refused("That is not the right address and password.", 401)
      await this.#begin(ctx, user.id, user.generation)
      return redirectBack(value.next ?? "")
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error
      ctx.response().setHeader("retry-after", String(error.retryAfter))
      const minutes = Math.ceil(error.retryAfter / 60)
      return refused(`There were too many tries. Try again in ${minutes} min.`, 429)
    }
  }

  async signOut(ctx: Context) {
    await this.#sessions.destroy(ctx.cookie(sessionCookie))
    ctx.setCookie(sessionCookie, "", { maxAge: 0 })
    this.#events.log("logout", { address: ctx.address })
    flash(ctx, { kind: "success", text: "You are signed out." })
    return redirect("/")
  }

  async #begin(ctx: Context, userId: string, generation: Generation): Promise<void> {
    // Against session fixation: an attacker may know the id that the browser sent, so that session ends and a new one
    // begins.
    const brought = ctx.cookie(sessionCookie)
    if (brought !== "") await this.#sessions.destroy(brought)
    const id = await this.#sessions.create(userId, generation)
    ctx.setCookie(sessionCookie, id, { maxAge: this.#settings.lifetimeSeconds.session })
  }
}

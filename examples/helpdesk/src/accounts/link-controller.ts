import { anyone, type Context, get, group, inject, post, routes } from "trivet"
import { flash, readForm, redirect, render } from "trivet/web"
import { ConfirmDTO, ForgotDTO, ResetDTO } from "./accounts-dto.ts"
import { confirmView } from "./confirm-view.ts"
import { EmailService } from "./email-service.ts"
import { askedView, forgotView } from "./forgot-view.ts"
import { PasswordService } from "./password-service.ts"
import { refusalOf } from "./refusal-of.ts"
import { resetView } from "./reset-view.ts"

/**
 * The pages that links in mails lead to, and the one that asks for such a mail. Opening a link changes nothing, because
 * programs that check mails open links too: the form on the page does.
 */
export class LinkController {
  readonly #passwords = inject(PasswordService)
  readonly #emails = inject(EmailService)

  routes() {
    return routes([
      group(
        "",
        [anyone],
        [
          get("/forgot-password", this.emptyForm, { view: forgotView }),
          post("/forgot-password", this.askReset),
          get("/reset-password", this.openLink, { view: resetView }),
          post("/reset-password", this.reset),
          get("/confirm-email", this.openLink, { view: confirmView }),
          post("/confirm-email", this.confirm),
        ],
      ),
    ])
  }

  emptyForm() {
    return { input: {}, errors: {} }
  }

  async askReset(ctx: Context) {
    const form = await readForm(ctx, ForgotDTO)
    if (!form.ok) return render(forgotView, form, { status: 422 })
    await this.#passwords.askReset(form.value.email, ctx)
    // The same page for every address: it does not reveal which ones have an account.
    return render(askedView, {})
  }

  openLink(ctx: Context) {
    keepSecret(ctx)
    return { input: { token: ctx.query("token") }, errors: {} }
  }

  async reset(ctx: Context) {
    keepSecret(ctx)
    const form = await readForm(ctx, ResetDTO)
    if (!form.ok) return render(resetView, form, { status: 422 })
    const { token, password } = form.value
    const refusal = await this.#passwords.reset(token, password, ctx).catch(refusalOf)
    if (refusal !== undefined)
      return render(resetView, { ...form, errors: { password: refusal.publicMessage } }, { status: 422 })
    flash(ctx, { kind: "success", text: "Your password was changed. Sign in with the new one." })
    return redirect("/sign-in")
  }

  async confirm(ctx: Context) {
    keepSecret(ctx)
    const form = await readForm(ctx, ConfirmDTO)
    if (!form.ok) return render(confirmView, form, { status: 422 })
    const refusal = await this.#emails.confirm(form.value.token, ctx).catch(refusalOf)
    if (refusal !== undefined)
      return render(confirmView, { ...form, errors: { token: refusal.publicMessage } }, { status: 422 })
    flash(ctx, { kind: "success", text: "Your e-mail address is confirmed." })
    return redirect("/")
  }
}

/**
 * The address of the page holds the token. Requests from the page name only the site as their origin, and no cache keeps
 * the page. Not `no-referrer`: browsers would then call the origin of the form `null`.
 */
function keepSecret(ctx: Context): void {
  ctx.response().setHeader("referrer-policy", "strict-origin")
  ctx.response().setHeader("cache-control", "no-store")
}

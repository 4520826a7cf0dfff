import { anyone, type Context, get, group, inject, post, PublicError, routes } from "trivet"
import { flash, redirect, render } from "trivet/web"
import { refusalOf } from "../accounts/refusal-of.ts"
import { SignedIn } from "../site/signed-in.ts"
import { forgetInvitation, keepInvitation, openInvitation } from "./invitation-cookie.ts"
import { type JoinPage, joinView } from "./join-view.ts"
import { MembersService } from "./members-service.ts"
import { AcceptDTO } from "./organisations-dto.ts"

const open = { path: "/invitation", accepts: { query: AcceptDTO } } as const

/**
 * The pages of somebody who is invited. Opening the link changes nothing, because programs that check mails open links too: the
 * form on the page does. Who is not signed in does so first, and comes back.
 */
export class JoinController {
  readonly #members = inject(MembersService)

  routes() {
    return routes([
      group("", [anyone], [get(open.path, this.open, open), get("/join", this.show, { view: joinView })]),
      group("", [SignedIn], [post("/join", this.join)]),
    ])
  }

  /** Leads to a page without the token in its address. */
  open(ctx: Context<typeof open>) {
    keepInvitation(ctx, ctx.input("query").token)
    ctx.response().setHeader("referrer-policy", "no-referrer")
    ctx.response().setHeader("cache-control", "no-store")
    return redirect("/join")
  }

  show(ctx: Context): JoinPage {
    ctx.response().setHeader("cache-control", "no-store")
    return { isOpen: openInvitation(ctx) !== "", error: undefined }
  }

  async join(ctx: Context<"/join", "user_id">) {
    const joined = await this.#members.accept(ctx.get("user_id"), openInvitation(ctx)).catch(refusalOf)
    forgetInvitation(ctx)
    if (joined instanceof PublicError)
      return render(joinView, { isOpen: false, error: joined.publicMessage }, { status: 422 })
    flash(ctx, { kind: "success", text: `You are a member of ${joined.name} now.` })
    return redirect(`/orgs/${joined.id}`)
  }
}

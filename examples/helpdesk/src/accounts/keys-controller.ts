import { ApiKeyAuth } from "@trivet/auth"
import { type Context, get, group, inject, post, PublicError, routes } from "trivet"
import { readForm, render } from "trivet/web"
import { SignedIn } from "../site/signed-in.ts"
import { publicUser } from "../users/user.ts"
import { UsersStore } from "../users/users-store.ts"
import { NewKeyDTO } from "./accounts-dto.ts"
import { KeyService } from "./key-service.ts"
import { createdKeyView, newKeyView } from "./new-key-view.ts"
import { refusalOf } from "./refusal-of.ts"

/** The pages to create an API key on, and the route that a key opens. The page of the account lists and ends keys. */
export class KeysController {
  readonly #keys = inject(KeyService)
  readonly #users = inject(UsersStore)

  routes() {
    return routes([
      group(
        "/account/keys",
        [SignedIn],
        [get("", this.emptyForm, { view: newKeyView }), post("", this.create)],
      ),
      // For programs. To open a route of yours to keys, write ApiKeyAuth instead of SignedIn; sessions then do not open it.
      get("/api/key", this.owner, { middlewares: [ApiKeyAuth] }),
    ])
  }

  emptyForm() {
    return { input: {}, errors: {} }
  }

  async create(ctx: Context<string, "user_id">) {
    const form = await readForm(ctx, NewKeyDTO, { labels: { expires_in_days: "Days" } })
    if (!form.ok) return render(newKeyView, form, { status: 422 })
    const made = await this.#keys.create(ctx.get("user_id"), form.value, ctx).catch(refusalOf)
    if (made instanceof PublicError)
      return render(newKeyView, { ...form, errors: { "": made.publicMessage } }, { status: 422 })
    // No redirect: the next page would need the key, and it must be in no address and no cookie.
    return render(createdKeyView, made, { status: 201 })
  }

  /** Whose key it is: a program finds out whether its key works. */
  async owner(ctx: Context<string, "user_id">) {
    const user = await this.#users.find(ctx.get("user_id"))
    if (user === undefined) throw new PublicError(401, "Invalid API key")
    return publicUser(user)
  }
}

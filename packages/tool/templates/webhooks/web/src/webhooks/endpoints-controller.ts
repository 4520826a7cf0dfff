import { type Context, get, group, inject, post, PublicError, routes } from "trivet"
import { flash, readForm, redirect, render } from "trivet/web"
import { refusalOf } from "../accounts/refusal-of.ts"
import { SignedIn } from "../site/signed-in.ts"
import { DeliveriesStore } from "./deliveries-store.ts"
import { type EndpointPage, endpointView } from "./endpoint-view.ts"
import { EndpointsStore } from "./endpoints-store.ts"
import { endpointsView } from "./endpoints-view.ts"
import { newEndpointView, secretView } from "./new-endpoint-view.ts"
import { OwnEndpoint } from "./own-endpoint.ts"
import { EndpointDTO } from "./webhook-events.ts"
import { Webhooks } from "./webhooks.ts"

/** The pages of webhook endpoints, for their owner. */
export class EndpointsController {
  readonly #endpoints = inject(EndpointsStore)
  readonly #deliveries = inject(DeliveriesStore)
  readonly #webhooks = inject(Webhooks)

  routes() {
    return routes([
      group(
        "/account/webhooks",
        [SignedIn],
        [
          get("", this.index, { view: endpointsView }),
          get("/new", this.emptyForm, { view: newEndpointView }),
          post("", this.create),
          group(
            "/:id",
            [OwnEndpoint],
            [
              get("", this.show, { view: endpointView }),
              post("/secret", this.rotate),
              post("/enable", this.enable),
              post("/delete", this.delete),
              post("/deliveries/:delivery/replay", this.replay),
            ],
          ),
        ],
      ),
    ])
  }

  async index(ctx: Context<string, "user_id">) {
    return { endpoints: await this.#endpoints.list(ctx.get("user_id")) }
  }

  emptyForm() {
    return { input: {}, errors: {} }
  }

  async create(ctx: Context<string, "user_id">) {
    const form = await readForm(ctx, EndpointDTO, { labels: { url: "The address", events: "An event" } })
    if (!form.ok) return render(newEndpointView, form, { status: 422 })
    const { url, events } = form.value
    const made = await this.#endpoints.create(ctx.get("user_id"), url, events).catch(refusalOf)
    if (made instanceof PublicError)
      return render(newEndpointView, { ...form, errors: { "": made.publicMessage } }, { status: 422 })
    // No redirect: the next page would need the secret, and it must be in no address and no cookie.
    return render(secretView, made, { status: 201 })
  }

  async show(ctx: Context<string, "endpoint">): Promise<EndpointPage> {
    const endpoint = ctx.get("endpoint")
    return { endpoint, deliveries: await this.#deliveries.list(endpoint.id) }
  }

  async rotate(ctx: Context<string, "endpoint">) {
    const { id } = ctx.get("endpoint")
    return render(secretView, { id, secret: await this.#endpoints.rotate(id) })
  }

  async enable(ctx: Context<string, "endpoint">) {
    const { id } = ctx.get("endpoint")
    await this.#endpoints.enable(id)
    flash(ctx, { kind: "success", text: "The endpoint is on. Replay the deliveries that have failed." })
    return redirect(`/account/webhooks/${id}`)
  }

  async delete(ctx: Context<string, "endpoint">) {
    await this.#endpoints.delete(ctx.get("endpoint").id)
    flash(ctx, { kind: "success", text: "The endpoint was deleted." })
    return redirect("/account/webhooks")
  }

  async replay(ctx: Context<"/:id/deliveries/:delivery/replay", "endpoint">) {
    const { id } = ctx.get("endpoint")
    await this.#webhooks.replay(id, ctx.param("delivery"))
    flash(ctx, {
      kind: "success",
      text: "The delivery is sent once more. Load the page again to see the answer.",
    })
    return redirect(`/account/webhooks/${id}`)
  }
}

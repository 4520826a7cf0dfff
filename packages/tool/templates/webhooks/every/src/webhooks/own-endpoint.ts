import { type Context, inject, type Next, PublicError } from "trivet"
import { EndpointsStore, type OwnedEndpoint } from "./endpoints-store.ts"

declare module "trivet" {
  interface ContextValues {
    /** The endpoint that the call is about; it is the user's. */
    endpoint: OwnedEndpoint
  }
}

/** Lets the owner of the endpoint `:id` through. Others get 404, as for one that does not exist. */
export class OwnEndpoint {
  readonly needs = ["user_id"] as const
  readonly provides = ["endpoint"] as const
  readonly allows = ["owner"]
  readonly answers = { 404: "There is no such endpoint, or it is another user's" }
  readonly #endpoints = inject(EndpointsStore)

  async handle(ctx: Context<"/:id", "user_id">, next: Next): Promise<unknown> {
    const endpoint = await this.#endpoints.find(ctx.get("user_id"), ctx.param("id"))
    if (endpoint === undefined) throw new PublicError(404, "Endpoint not found")
    ctx.set("endpoint", endpoint)
    return next()
  }
}

import { type Context, module, type Module, put, routes } from "trivet"
import type { Parts } from "./parts.ts"

interface Sent {
  readonly email: string
  readonly name: string
  readonly roles?: readonly string[]
  readonly address?: { readonly city: string }
}

/** An application of one route whose contract is made of these schemas. */
export function itemsModule({ params, query, headers, body, item, refusal }: Parts): Module {
  class ItemsController {
    routes() {
      const returns = { 200: item, 201: item, 404: refusal }
      return routes([
        put("/orgs/:org/items/:id", this.update, { accepts: { params, query, headers, body }, returns }),
      ])
    }
    async update(ctx: Context<"/orgs/:org/items/:id">) {
      const { id } = ctx.input("params") as { id: number }
      const { open } = ctx.input("query") as { open?: boolean }
      const { email, name, roles, address } = (await ctx.bind()) as Sent
      if (id === 404) return ctx.status(404).json({ error: "Item not found" })
      const saved = { id, email, name, ...(roles && { roles }), ...(address && { city: address.city }) }
      return open === true ? ctx.status(201).json(saved) : saved
    }
  }
  return module({ name: "items", declarations: [ItemsController] })
}

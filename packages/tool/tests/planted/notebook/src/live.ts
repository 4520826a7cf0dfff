import {
  dto,
  type Context,
  events,
  get,
  group,
  inject,
  routes,
  socket,
  type SocketContext,
  Topics,
} from "trivet"
import { Accounts, Signed } from "./accounts.ts"

const Changes = { path: "/changes", accepts: { message: dto({ text: "required,max=200" }) } } as const

/** Changes of notes as a stream of events, and on a socket to which the devices of a user send drafts. */
export class LiveController {
  readonly #accounts = inject(Accounts)
  readonly #topics = inject(Topics)

  routes() {
    return routes([
      group("", [Signed], [get("/live", this.listen), socket(Changes.path, this.change, Changes)]),
    ])
  }

  async listen(ctx: Context<"/live", "user_id">) {
    const user = ctx.get("user_id")
    const streamed = this.#accounts.isAgent(user) ? "notes" : `notes:${user}`
    return events(await this.#topics.subscribe(ctx, streamed))
  }

  async change(ctx: SocketContext<typeof Changes, "user_id">) {
    const user = ctx.get("user_id")
    const sent = this.#accounts.isAgent(user) ? "notes" : `notes:${user}`
    void ctx.sendAll(await this.#topics.subscribe(ctx, sent))
    for await (const { text } of ctx.messages) await this.#topics.publish(`notes:${user}`, { draft: text })
  }
}

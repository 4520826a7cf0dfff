import { dto, get, inject, module, type Module, routes, socket, type SocketContext, Topics } from "trivet"
import { redis } from "../../src/index.ts"

const Numbered = dto({ at: "integer" })

/** A socket that gives everything that is published in a room. */
export const Room = {
  path: "/rooms/:id",
  sends: dto({ id: "required", data: Numbered }),
  limits: { perNetwork: 5_000, bufferedBytes: 4_194_304 },
} as const

class Rooms {
  readonly #topics = inject(Topics)

  routes() {
    return routes([socket(Room.path, this.listen, Room), get("/pid", () => ({ pid: process.pid }))])
  }
  async listen(ctx: SocketContext<typeof Room>) {
    await ctx.sendAll(await this.#topics.subscribe(ctx, `room:${ctx.param("id")}`, Numbered))
  }
}

/** How many messages a client may have missed while it connects again. */
export const history = 5_000

/** The application with the rooms. */
export function roomModule(url: string, prefix: string): Module {
  const topics = redis({ prefix, url, provides: [Topics], topics: { history } })
  return module({ name: "rooms", imports: [topics], declarations: [Rooms] })
}

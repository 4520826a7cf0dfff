import {
  type App,
  type Context,
  cors,
  createApp,
  createJsonLog,
  dto,
  events,
  get,
  group,
  inject,
  MemoryTopics,
  type Middleware,
  module,
  type Next,
  post,
  provide,
  PublicError,
  requestId,
  routes,
  socket,
  type SocketContext,
  Topics,
} from "trivet"
import { api } from "trivet/api"

declare module "trivet" {
  interface ContextValues {
    caller: string
  }
}

/** The tokens that are still valid. */
const valid = new Set(["one", "two", "ended", "read"])

async function* ticks() {
  for (let data = 0; ; data++) {
    yield { data }
    await new Promise((go) => setTimeout(go, 50))
  }
}

class Guard implements Middleware {
  readonly provides = ["caller"] as const
  readonly security = { name: "token", scheme: { type: "apiKey", in: "query", name: "token" } } as const

  async handle(ctx: Context, next: Next) {
    await Promise.resolve()
    const token = ctx.query("token")
    if (token === "broken") throw new Error("the store is gone")
    if (!valid.has(token)) throw new PublicError(401, "Unauthorized")
    ctx.set("caller", token)
    ctx.set("user_id" as never, token as never)
    return next()
  }
}

const Said = dto({ text: "required,max=20" })

const Room = {
  path: "/rooms/:id",
  accepts: { params: dto({ id: "required,max=8" }), message: Said },
  sends: dto({ id: "required", data: Said }),
} as const

const Small = { limits: { messageBytes: 200, messagesPerSecond: 20 } } as const

/** What handlers have seen, for a test to ask for. */
class Notes {
  readonly lines: string[] = []
}

class Sockets {
  readonly #topics = inject(Topics)
  readonly #notes = inject(Notes)

  routes() {
    return routes([
      socket("/echo", this.echo, Small),
      socket("/slow", this.slow, { limits: { messagesPerSecond: 1_000 } }),
      socket("/end/:how", this.end, { limits: { perNetwork: 10 } }),
      socket("/wait/:name", this.wait),
      socket(Room.path, this.room, Room),
      // @ts-expect-error it sends what its record does not have
      socket("/wrong", this.wrong, { sends: dto({ count: "required,integer" }) }),
      group(
        "/private",
        [Guard],
        [
          socket("/who", this.who, { limits: { perUser: 2, recheckSeconds: 0.2 } }),
          get("/feed", () => events(ticks())),
        ],
      ),
      post("/end-token/:token", this.endToken),
      get("/notes", () => this.#notes.lines),
      get("/page", () => ({ page: true })),
    ])
  }
  async echo(ctx: SocketContext) {
    for await (const message of ctx.messages) ctx.send(message)
  }
  async slow(ctx: SocketContext) {
    for await (const message of ctx.messages) {
      await new Promise((go) => setTimeout(go, 1))
      ctx.send(message)
    }
  }
  end(ctx: SocketContext<"/end/:how">) {
    const how = ctx.param("how")
    ctx.send({ ends: how })
    if (how === "throw") throw new Error("a secret of the handler")
    if (how === "close") ctx.close(4001, "bye")
    // No frame can have it: it says that there was none.
    if (how === "invalid") ctx.close(1006)
    // It says nothing any more.
    ctx.send(how === "return" ? "last" : "never")
  }
  async wait(ctx: SocketContext<"/wait/:name">) {
    const { lines } = this.#notes
    const name = ctx.param("name")
    lines.push(`${name} open`)
    ctx.signal.addEventListener("abort", () => lines.push(`${name} aborted`))
    ctx.send({ ready: true })
    for await (const message of ctx.messages) lines.push(`${name} ${JSON.stringify(message)}`)
    lines.push(`${name} over`)
  }
  async room(ctx: SocketContext<typeof Room>) {
    const topic = `room:${ctx.param("id")}`
    void ctx.sendAll(await this.#topics.subscribe(ctx, topic, Said))
    for await (const { text } of ctx.messages) await this.#topics.publish(topic, { text })
  }
  wrong(ctx: SocketContext) {
    ctx.send({ count: "many" })
  }
  async who(ctx: SocketContext<"/who", "caller">) {
    ctx.send({ caller: ctx.get("caller"), agent: ctx.header("user-agent") })
    for await (const message of ctx.messages) ctx.send(message)
  }
  endToken(ctx: Context<"/end-token/:token">) {
    valid.delete(ctx.param("token"))
  }
}

const log = createJsonLog({ level: "fatal" })

const Main = module({
  name: "sockets",
  declarations: [Sockets, Notes, provide(Topics, () => new MemoryTopics())],
})

/** The application that every runtime serves. */
export function createSocketApp(): Promise<App> {
  const middlewares = [requestId(), cors({ origin: ["https://app.example"] })]
  return createApp(Main, { platform: api(), log, middlewares, production: false })
}

import {
  type Context,
  events,
  get,
  health,
  module,
  post,
  routes,
  type ServerEvent,
  socket,
  type SocketContext,
} from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"

// What a proxy must pass on, as routes: `node proxied-program.ts` serves them on PORT, behind TRUSTED_PROXIES.

/** Lets a stream go on by one piece. */
let go: () => void = () => undefined
let [aborted, listening, flooded] = [0, 0, 0]

class Proxied {
  routes() {
    return routes([
      get("/seen", this.seen),
      get("/echo", this.echo),
      get("/ticks", this.ticks),
      get("/quiet", this.quiet),
      get("/pieces", this.pieces),
      get("/flood", this.flood),
      socket("/socket", this.talk),
      post("/tick", this.tick),
      get("/wait", this.wait),
      get("/counts", this.counts),
      post("/upload", this.upload),
      // What the cases of framing call.
      get("/framed", this.echo),
      post("/framed", this.upload),
      get("/hidden", this.echo),
    ])
  }

  seen(ctx: Context) {
    const { host, forwarded, "x-forwarded-host": forwardedHost } = ctx.request().headers()
    return { secure: ctx.secure, address: ctx.address, path: ctx.path, host, forwarded, forwardedHost }
  }
  echo(ctx: Context) {
    return { at: ctx.query("at") }
  }
  ticks() {
    return events(this.#ticks())
  }
  quiet(ctx: Context) {
    return events(this.#once(ctx.signal))
  }
  async *pieces() {
    for await (const { data } of this.#ticks()) yield `${String(data)}\n`
  }
  async talk(ctx: SocketContext) {
    ctx.send({ secure: ctx.secure, address: ctx.address })
    for await (const message of ctx.messages) ctx.send(message)
  }
  tick() {
    go()
    return { listening }
  }
  async wait(ctx: Context) {
    listening++
    await new Promise((stop) => ctx.signal.addEventListener("abort", stop))
    aborted++
    return undefined
  }
  /** 128 MiB, counted as they are taken. */
  async *flood() {
    for (flooded = 0; flooded < 128; flooded++)
      for (let at = 0; at < 16; at++) yield new Uint8Array(64 * 1024)
  }
  counts() {
    return { aborted, listening, flooded }
  }
  async upload(ctx: Context) {
    return { length: (await ctx.request().body()).length, type: ctx.header("content-type") }
  }

  /** One event, then silence until the client disconnects. */
  async *#once(signal: AbortSignal): AsyncGenerator<ServerEvent> {
    yield { data: "open" }
    await new Promise((stop) => signal.addEventListener("abort", stop))
  }

  async *#ticks(): AsyncGenerator<ServerEvent> {
    for (let at = 0; at < 3; at++) {
      yield { data: `piece ${at}` }
      await new Promise<void>((next) => (go = next))
    }
  }
}

const trustedProxies = (process.env["TRUSTED_PROXIES"] ?? "").split(",").filter((address) => address !== "")
const root = module({ name: "proxied", imports: [health()], declarations: [Proxied] })
await serve(root, { platform: api(), trustedProxies })

import { type Context, createApp, get, module, routes } from "trivet"
import { api } from "trivet/api"
import { compress, serve } from "trivet/node"
import { textOf } from "../bodies-app.ts"

// Serves compressed streams whose clients go away, and tells what is left of them. Run it with --expose-gc.

const counts = { begun: 0, done: 0, finished: 0, cancelled: 0 }
const [large, piece] = [{ text: textOf(200_000) }, textOf(20_000)]

class Load {
  routes() {
    return routes([
      get("/endless", this.endless),
      get("/silent", this.silent),
      get("/large", () => large),
      get("/state", this.state, { serveWhenOverloaded: true }),
    ])
  }
  async *endless(ctx: Context) {
    this.#count(ctx)
    try {
      for (;;) yield piece
    } finally {
      counts.finished++
    }
  }
  silent(ctx: Context) {
    this.#count(ctx)
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(large.text)),
      pull: () => new Promise(() => undefined),
      cancel: () => void counts.cancelled++,
    })
    return new Response(stream, { headers: { "content-type": "text/plain" } })
  }
  state() {
    globalThis.gc!()
    // What encoders take is in no other figure.
    return { ...counts, memory: process.memoryUsage.rss() }
  }
  #count(ctx: Context): void {
    counts.begun++
    ctx.onDone(() => counts.done++)
  }
}

const root = module({ name: "load", declarations: [Load] })
const app = await createApp(root, { platform: api(), middlewares: [compress()] })
const inFlight = Number(process.env["IN_FLIGHT"] ?? 100_000)
console.log(
  JSON.stringify({
    port: (await serve(app, { port: 0, overload: { maxDelay: 60_000, maxInFlight: inFlight } })).port,
  }),
)

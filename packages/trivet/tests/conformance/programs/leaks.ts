import { type Context, createApp, get, module, post, routes } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"

// Serves calls whose clients go away, and tells what is left of them. Run it with --expose-gc.

const counts = { begun: 0, done: 0, aborted: 0, signals: 0, cancelled: 0, finished: 0 }

class Leaks {
  routes() {
    return routes([
      post("/upload", this.upload),
      post("/upload-late", this.uploadLate),
      get("/iterable", this.iterable),
      get("/pending", this.pending),
      get("/wait", this.wait),
      get("/state", this.state),
    ])
  }

  async upload(ctx: Context) {
    this.#count(ctx)
    return { length: (await ctx.request().body()).length }
  }
  async uploadLate(ctx: Context) {
    this.#count(ctx)
    await new Promise((go) => setTimeout(go, 30))
    return { length: (await ctx.request().body()).length }
  }
  iterable(ctx: Context) {
    this.#count(ctx)
    return endless()
  }
  pending(ctx: Context) {
    this.#count(ctx)
    const first = new Uint8Array(10)
    return new ReadableStream({
      start: (controller) => controller.enqueue(first),
      pull: () => new Promise(() => undefined),
      cancel: () => void counts.cancelled++,
    })
  }
  async wait(ctx: Context) {
    this.#count(ctx)
    await new Promise((go) => ctx.signal.addEventListener("abort", go))
    return undefined
  }
  state() {
    globalThis.gc!()
    const sockets = process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length
    return { ...counts, sockets, heap: process.memoryUsage().heapUsed }
  }

  #count(ctx: Context): void {
    counts.begun++
    ctx.signal.addEventListener("abort", () => counts.signals++)
    ctx.onDone(({ aborted }) => {
      counts.done++
      if (aborted) counts.aborted++
    })
  }
}

async function* endless(): AsyncGenerator<Uint8Array> {
  try {
    for (;;) yield new Uint8Array(16 * 1024)
  } finally {
    counts.finished++
  }
}

const app = await createApp(module({ name: "leaks", declarations: [Leaks] }), { platform: api() })
// Whatever the machine does meanwhile: every call is begun and counted.
console.log(JSON.stringify({ port: (await serve(app, { port: 0, overload: false })).port }))

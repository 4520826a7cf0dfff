import { type Context, createApp, get, module, routes } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"

// Serves downloads of any length and tells how much memory they held, garbage aside. It needs --expose-gc.

const megabyte = 16
const size = 64 * 1024

function held(): number {
  globalThis.gc!()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

let peak = 0
setInterval(() => {
  peak = Math.max(peak, held())
}, 10).unref()

class Downloads {
  routes() {
    return routes([
      get("/iterable/:megabytes", this.iterable),
      get("/response/:megabytes", this.response),
      get("/memory", this.memory),
    ])
  }

  async *iterable(ctx: Context<"/iterable/:megabytes">) {
    for (let left = Number(ctx.param("megabytes")) * megabyte; left > 0; left--) yield new Uint8Array(size)
  }
  response(ctx: Context<"/response/:megabytes">) {
    let left = Number(ctx.param("megabytes")) * megabyte
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (left-- > 0) controller.enqueue(new Uint8Array(size))
        else controller.close()
      },
    })
    return new Response(stream, { headers: { "content-type": "application/octet-stream" } })
  }
  memory() {
    const highest = peak
    peak = held()
    return { peak: highest }
  }
}

const app = await createApp(module({ name: "download", declarations: [Downloads] }), { platform: api() })
console.log(JSON.stringify({ port: (await serve(app, { port: 0 })).port }))

import { type Context, createApp, createJsonLog, dto, get, module, post, routes } from "trivet"
import { serve } from "trivet/node"
import { readForm, web } from "trivet/web"
import { file, form, multipart, type MultipartOptions } from "../../src/index.ts"

// Started by the test as a process of its own, so that its memory can be told.

const [, , folder = "", limits = "{}"] = process.argv
const Upload = form(dto({ title: "required" }), { file: file() })
let errors = 0
let most = 0
setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20).unref()

class Uploads {
  routes() {
    return routes([post("/", this.take), get("/", () => ({ pid: process.pid }))])
  }
  async take(ctx: Context) {
    const read = await readForm(ctx, Upload)
    if (!read.ok) return ctx.status(422).json(read.errors)
    const { title, file: taken } = read.value
    return { title, name: taken?.name, size: taken?.size }
  }
}

const app = await createApp(module({ name: "uploads", declarations: [Uploads] }), {
  platform: web({
    bodies: [multipart({ folder, ...(JSON.parse(limits) as MultipartOptions) })],
  }),
  log: createJsonLog({ level: "error", write: () => errors++ }),
})
const served = await serve(app, { port: 0, host: "127.0.0.1" })

process.on("message", () => {
  globalThis.gc?.()
  process.send!({ errors, most, now: process.memoryUsage.rss() })
})
process.on("disconnect", () => process.exit(0))
process.send!(served.port)

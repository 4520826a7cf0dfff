/** A program with everything that `trivet dev` has facts and lines of: routes, files, probes, a job, a socket, mail. */
export const shopFiles: Readonly<Record<string, string>> = {
  "package.json": `{ "name": "shop", "type": "module" }`,
  "assets/site.css": "body { margin: 0 }\n",
  "src/main.ts": `import { callLog, requestId } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { AppModule } from "./app-module.ts"

await serve(AppModule, {
  platform: api(),
  port: Number(process.env["PORT"] ?? 0),
  middlewares: [requestId(), callLog()],
})
`,
  "src/app-module.ts": `import { jobs } from "@trivet/jobs"
import { mail } from "@trivet/mail"
import { redis } from "@trivet/redis"
import { health, module } from "trivet"
import { OrdersController } from "./orders/orders-controller.ts"

export const AppModule = module({
  name: "shop",
  imports: [health(), jobs(), mail({ from: "shop@shop.example" }), redis({ prefix: "shop" })],
  declarations: [OrdersController],
})
`,
  "src/orders/orders-controller.ts": `import { job, Jobs } from "@trivet/jobs"
import { anyone, contract, type Context, dto, get, group, implement, inject, post, routes, socket } from "trivet"
import { staticFiles } from "trivet/node"

const Orders = contract({
  send: job("orders/send-receipt", { accepts: { body: dto({ order: "required,integer" }) } }),
})

const KeyAuth = {
  name: "KeyAuth",
  security: [{ name: "key", type: "http", scheme: "bearer" }],
  handle: (ctx: Context, next: () => unknown) =>
    ctx.header("authorization") === "Bearer key" ? next() : ctx.status(401).json({ error: "no key" }),
} as const

export class OrdersController {
  readonly #jobs = inject(Jobs)

  routes() {
    return routes([
      group("", [anyone], [
        get("/orders", this.index),
        get("/report", this.report),
        socket("/live", async (ctx) => {
          for await (const text of ctx.messages) ctx.send(text)
        }),
        staticFiles("/assets", "assets"),
      ]),
      group("", [KeyAuth], [
        post("/orders", this.create),
        get("/orders/:order_number/attachments/:attachment_id", this.showAttachmentOfOrder),
      ]),
      ...implement(Orders, this),
    ])
  }

  index() {
    return [{ id: 1 }]
  }

  report() {
    const rows: { total: number }[] = []
    return { total: rows[0]!.total }
  }

  async create(ctx: Context) {
    await this.#jobs.enqueue(Orders.send, { order: 1 })
    // The job ends first.
    await new Promise((done) => setTimeout(done, 300))
    return ctx.status(201).json({ id: 1 })
  }

  showAttachmentOfOrder() {
    return {}
  }

  send() {}
}
`,
}

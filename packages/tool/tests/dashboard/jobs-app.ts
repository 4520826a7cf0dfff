import { markup, planted } from "./planted-app.ts"

/** The hour of its schedule in Berlin: far from now, because a job that it enqueues would be counted. */
export const sweepHour: number = (new Date().getUTCHours() + 12) % 24

/** An application whose jobs wait, end and fail. Errors and payloads contain secrets and markup. */
export const jobsFiles: Readonly<Record<string, string>> = {
  "src/main.ts": `import { api } from "trivet/api"
import { serve } from "trivet/node"
import { AppModule } from "./app-module.ts"

await serve(AppModule, { platform: api() })
`,
  "src/app-module.ts": `import { jobs } from "@trivet/jobs"
import { module } from "trivet"
import { Receipts } from "./receipts.ts"

export const AppModule = module({ name: "app", imports: [jobs()], declarations: [Receipts] })
`,
  "src/receipts.ts": `import { cron, job, Jobs } from "@trivet/jobs"
import { type Context, contract, dto, implement, inject, post, routes } from "trivet"

const Sending = contract({
  send: job("receipts/send", {
    accepts: { body: dto({ order: "required,integer", password: "" }) },
    retry: 0,
    summary: "Sends a receipt",
  }),
})

export class Receipts {
  readonly #jobs = inject(Jobs)
  #hasPaper = false

  routes() {
    return routes([
      ...implement(Sending, this),
      cron("0 ${sweepHour} * * *", "receipts/sweep", this.sweep, { zone: "Europe/Berlin" }),
      post("/orders/:order", this.order),
      post("/paper", this.refill),
    ])
  }
  async order(ctx: Context<"/orders/:order">) {
    const order = Number(ctx.param("order"))
    const delay = order === 99 ? 3_600_000 : 0
    await this.#jobs.enqueue(Sending.send, { order, password: "${planted.password}" }, { delay })
    return ctx.status(202).json({})
  }
  refill() {
    this.#hasPaper = true
    return {}
  }
  async send(ctx: Context<typeof Sending.send>) {
    const { order, password } = await ctx.bind()
    ctx.log.info({ order }, "printing")
    if (order === 13 && !this.#hasPaper) throw new Error("no paper for " + password + ${JSON.stringify(markup)})
  }
  sweep() {}
}
`,
}

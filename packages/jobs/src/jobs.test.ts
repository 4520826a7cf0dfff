import { describe, expect, it } from "vitest"
import { type Context, contract, dto, group, implement, inject, module, PublicError, routes } from "trivet"
import { createTestApp } from "trivet/testing"
import { cron, job, Jobs, jobOf, jobs } from "./index.ts"

const Receipt = dto({ order: "required,integer" })
const Receipts = contract({
  send: job("send", { accepts: { body: Receipt }, retry: 1 }),
})
const sent: unknown[] = []

class ReceiptJobs {
  routes() {
    return routes([
      group("receipts", implement(Receipts, this)),
      cron("0 3 * * *", "receipts/sweep", this.sweep, { zone: "Europe/Berlin" }),
    ])
  }
  async send(ctx: Context<typeof Receipts.send>) {
    const { order } = await ctx.bind()
    sent.push([order, jobOf(ctx)?.attempt])
    if (order === 13) throw new PublicError(503, "no paper")
  }
  sweep() {
    sent.push("swept")
  }
}
class Orders {
  readonly jobs = inject(Jobs)
}
const App = module({ name: "shop", imports: [jobs()], declarations: [ReceiptJobs, Orders] })

describe("jobs()", () => {
  it("runs", async () => {
    const app = await createTestApp(App)
    const { jobs: queue } = app.get(Orders)
    const id = await queue.enqueue(Receipts.send, { order: 7 })
    await queue.enqueue(Receipts.send, { order: 13 })
    expect(await queue.runDue()).toBe(2)
    expect((await queue.find(id!))!.state).toBe("done")
    app.clock.advance({ seconds: 1 })
    expect(await queue.runDue()).toBe(1)
    expect((await queue.list({ state: "dead" }))[0]!.error).toMatch(/no paper/)
    app.clock.advance({ hours: 4 })
    expect(await queue.runDue()).toBe(1)
    expect(sent).toEqual([[7, 1], [13, 1], [13, 2], "swept"])
    await app.stop()
  })
})

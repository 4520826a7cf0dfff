import { type Context, contract, dto, implement, inject, module, routes } from "trivet"
import { api } from "trivet/api"
import { createTestApp } from "trivet/testing"
import { web } from "trivet/web"
import { describe, expect, it } from "vitest"
import { job, Jobs, jobs } from "../index.ts"

const Receipts = contract({ send: job("receipts/send", { accepts: { body: dto({ order: "required" }) } }) })

class ReceiptJobs {
  readonly jobs = inject(Jobs)
  readonly sent: string[] = []

  routes() {
    return routes([...implement(Receipts, this)])
  }
  async send(ctx: Context<typeof Receipts.send>) {
    this.sent.push((await ctx.bind()).order)
  }
}

describe("the payload of a job", () => {
  it.each([api(), web()])("is read as JSON in an application of the platform $name", async (platform) => {
    const app = await createTestApp(
      module({ name: "shop", imports: [jobs()], declarations: [ReceiptJobs] }),
      { platform },
    )
    const { jobs: queue, sent } = app.get(ReceiptJobs)
    await queue.enqueue(Receipts.send, { order: "7" })
    await queue.runDue()
    expect(sent).toEqual(["7"])
    await app.stop()
  })
})

import { job, Jobs, jobs } from "@trivet/jobs"
import { telemetry } from "@trivet/telemetry"
import { type Context, contract, get, implement, inject, module, post, requestId, routes } from "trivet"
import { api } from "trivet/api"
import { AppOperations } from "trivet/extend"
import { serve, type Served } from "trivet/node"
import { createTestLog } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Receiver, startReceiver } from "./testing/receiver.ts"
import { registerSdk } from "./testing/register-sdk.ts"

const Receipts = contract({ send: job("receipts/send"), file: job("receipts/file") })

class Orders {
  readonly #jobs = inject(Jobs)
  readonly #operations = inject(AppOperations)

  routes() {
    return routes([...implement(Receipts, this), post("/orders", this.create), get("/logo", this.logo)])
  }
  async logo() {
    // As @trivet/files reports it.
    const operation = { kind: "file", text: "S3FileStore.get", values: [], bytes: () => 3 }
    return this.#operations.run(operation, async () => ({}))
  }
  async create() {
    await this.#jobs.enqueue(Receipts.send)
    return {}
  }
  async send(ctx: Context) {
    ctx.log.info({ trace: ctx.get("trace_id") }, "sent")
    await this.#jobs.enqueue(Receipts.file)
  }
  file() {
    return undefined
  }
}

let receiver: Receiver
let provider: ReturnType<typeof registerSdk>
let served: Served
const log = createTestLog()

beforeAll(async () => {
  receiver = await startReceiver()
  provider = registerSdk(receiver.url)
  const app = module({ name: "orders", imports: [jobs()], declarations: [Orders] })
  const middlewares = [telemetry(), requestId()]
  served = await serve(app, { platform: api(), port: 0, signals: false, log: log.log, middlewares })
})
afterAll(async () => {
  await served.stop()
  await provider.shutdown()
  receiver.stop()
})

describe("a job that a traced request has enqueued", () => {
  it("continues its trace, and so do the jobs that it enqueues", async () => {
    await fetch(`${served.url}/orders`, { method: "POST", headers: { "x-request-id": "r-7" } })
    const found = async () => {
      await provider.forceFlush()
      return receiver.spans.length
    }
    await expect.poll(found).toBe(3)
    const [request, send, file] = ["POST /orders", "receipts/send", "receipts/file"].map((name) =>
      receiver.spans.find((span) => span.name === name)!,
    )
    expect(request!.parentSpanId).toBeUndefined()
    expect(send).toMatchObject({ traceId: request!.traceId, parentSpanId: request!.spanId })
    expect(file).toMatchObject({ traceId: request!.traceId, parentSpanId: send!.spanId })
    const line = log.lines.find(({ msg }) => msg === "sent")
    expect(line).toMatchObject({ request_id: "r-7", trace: request!.traceId })
  })
})

describe("a file that a traced request reads", () => {
  it("is a span of the request, as an operation of any kind outside of the process", async () => {
    await fetch(`${served.url}/logo`)
    const find = (name: string) => receiver.spans.find((span) => span.name === name)
    const found = async () => {
      await provider.forceFlush()
      return find("S3FileStore.get") && find("GET /logo")
    }
    await expect.poll(found).toBeDefined()
    expect(find("S3FileStore.get")).toMatchObject({
      parentSpanId: find("GET /logo")!.spanId,
      kind: "CLIENT",
      attributes: { "trivet.operation": "file" },
    })
  })
})

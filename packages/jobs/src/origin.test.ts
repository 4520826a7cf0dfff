import { type Context, contract, implement, inject, Log, module, post, requestId, routes } from "trivet"
import { createTestApp } from "trivet/testing"
import { describe, expect, it } from "vitest"
import { job, Jobs, jobs } from "./index.ts"
import { originOf, originOfText, textOfOrigin } from "./origin.ts"

const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

const Work = contract({ first: job("first", { retry: 0 }), second: job("second", { retry: 0 }) })

class Worker {
  readonly #jobs = inject(Jobs)
  readonly #log = inject(Log)
  readonly seen: unknown[] = []

  routes() {
    return routes([...implement(Work, this), post("/work", this.start)])
  }
  async start() {
    await this.#jobs.enqueue(Work.first)
  }
  async first(ctx: Context) {
    ctx.log.info("first")
    this.seen.push(ctx.header("traceparent"))
    await this.#jobs.enqueue(Work.second)
  }
  second() {
    this.#log.info("second")
    throw new Error("no paper")
  }
}

const App = module({ name: "work", imports: [jobs()], declarations: [Worker] })

describe("a job", () => {
  it.each([[[requestId()]], [[{ ...requestId(), kinds: ["request"] as const, handle: requestId().handle }]]])(
    "goes on with the request id and the trace of the call that has enqueued it",
    async (middlewares) => {
      const app = await createTestApp(App, { middlewares })
      await app.request("POST", "/work", { headers: { "x-request-id": "r-7", traceparent } })
      expect(await app.get(Jobs).runDue()).toBe(2)
      const lines = app.logs.filter(({ msg }) => /first|second|failed/.test(String(msg)))
      expect(lines.map(({ msg, request_id }) => [msg, request_id])).toEqual([
        ["first", "r-7"],
        ["second", "r-7"],
        ["a job has failed for the last time", "r-7"],
      ])
      expect(app.get(Worker).seen).toEqual([traceparent])
      await app.stop()
    },
  )

  it("has neither if no call has enqueued it", async () => {
    const app = await createTestApp(App)
    await app.get(Jobs).enqueue(Work.first)
    await app.get(Jobs).runDue()
    expect(app.logs.find(({ msg }) => msg === "first")).not.toHaveProperty("request_id")
    expect(app.get(Worker).seen).toEqual([""])
    await app.stop()
  })
})

describe("originOf", () => {
  const callWith = (id: unknown, trace: string) =>
    ({ get: (key: string) => (key === "request_id" ? id : undefined), header: () => trace }) as never

  it("leaves out what is too long, or no trace", () => {
    expect(originOf(callWith("a", "nonsense"))).toEqual({ requestId: "a", traceparent: undefined })
    const none = `00-${"0".repeat(32)}-${"0".repeat(16)}-01`
    expect(originOf(callWith("a", none))).toEqual({ requestId: "a", traceparent: undefined })
    expect(originOf(callWith("a".repeat(129), traceparent))).toEqual({ requestId: undefined, traceparent })
    expect(originOf(callWith(7, ""))).toBeUndefined()
    expect(originOf(undefined)).toBeUndefined()
    expect(originOf(undefined, { name: "org_id", value: "7" })).toMatchObject({ tenant: { value: "7" } })
  })

  it("survives as text, and ignores other text", () => {
    const origin = { requestId: "a\0b", traceparent }
    expect(originOfText(textOfOrigin(origin))).toEqual(origin)
    const ofTenant = { ...origin, tenant: { name: "org_id", value: "7" } }
    expect(originOfText(textOfOrigin(ofTenant))).toEqual(ofTenant)
    // What an older version has written, or reads.
    expect(originOfText(JSON.stringify(["a", traceparent]))).toEqual({ requestId: "a", traceparent })
    expect(originOfText(JSON.stringify(["a", traceparent, "org_id", 7]))).toEqual({
      requestId: "a",
      traceparent,
    })
    for (const text of [undefined, null, "", "enterprise", "{}", "7", "[]", "null"])
      expect(originOfText(text)).toBeUndefined()
  })
})

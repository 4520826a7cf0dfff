import { afterEach, describe, expect, it } from "vitest"
import { createClient } from "../../client/create-client.ts"
import type { Context } from "../../context/context.ts"
import type { ServerEvent } from "../../context/reply/event-stream.ts"
import { events } from "../../http/events.ts"
import { contract, implement } from "../../module/routes/contract.ts"
import { get, routes } from "../../module/routes/make-route.ts"
import { module } from "../../module/module.ts"
import { dto } from "../../schema/dto/dto.ts"
import { stream } from "../../schema/stream.ts"
import { createTestApp, type TestApp, type TestAppOptions } from "../../testing/create-test-app.ts"

const Price = dto({ cents: "required,integer" })
const Prices = contract({
  watch: { method: "GET", path: "/prices/:last", returns: { 200: stream(Price), 404: dto({ error: "" }) } },
})

async function* prices(last: number): AsyncGenerator<ServerEvent<{ cents: number }>> {
  for (let cents = 1; cents <= last; cents++) yield { id: String(cents), data: { cents } }
}

class PricesController {
  routes() {
    return routes([
      ...implement(Prices, this),
      get("/wrong", () => events(wrong()), { returns: { 200: stream(Price) } }),
      get("/none", () => ({ cents: 1 }), { returns: { 200: stream(Price) } }),
      get("/more", () => events(more()), { returns: { 200: stream(Price) } }),
    ])
  }
  watch(ctx: Context<typeof Prices.watch>) {
    const last = Number(ctx.param("last"))
    return last > 100 ? ctx.status(404).json({ error: "none" }) : events(prices(last))
  }
}

async function* wrong(): AsyncGenerator<ServerEvent> {
  yield {}
  yield { data: { cents: 1 } }
  yield { data: { cents: "two" } }
}
async function* more(): AsyncGenerator<ServerEvent> {
  yield { data: { cents: 1, secret: "hush" } }
}

const opened: TestApp[] = []
async function start(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await createTestApp(module({ name: "app", declarations: [PricesController] }), options)
  opened.push(app)
  return app
}
afterEach(async () => {
  for (const app of opened.splice(0)) await app.stop()
})

describe("a record that returns stream()", () => {
  it("has typed events for the handler and for the client", async () => {
    const client = createClient(Prices, await start())
    const reply = await client.watch({ params: { last: 3 } })
    if (reply.status !== 200) throw new Error("no stream")
    const cents: number[] = []
    for await (const { data, id } of reply.body) {
      // @ts-expect-error the data has no euros
      expect(data.euros).toBeUndefined()
      expect(id).toBe(String(data.cents))
      cents.push(data.cents)
    }
    expect(cents).toEqual([1, 2, 3])
    const none = await client.watch({ params: { last: 101 } })
    expect([none.status, none.body]).toEqual([404, { error: "none" }])
  })

  it("does not compile with other data, nor with a plain value", () => {
    const texts = async function* () {
      yield { data: { cents: "one" } }
    }
    // @ts-expect-error cents are a number
    implement(Prices, { watch: () => events(texts()) })
    // @ts-expect-error it is no stream
    implement(Prices, { watch: () => ({ cents: 1 }) })
    expect.assertions(0)
  })

  it("is held to its schema, event by event, and is a fault without events()", async () => {
    const app = await start()
    const reply = await app.fetch(new Request("http://localhost/wrong"))
    let text = ""
    const reading = (async () => {
      for await (const piece of reply.body!.pipeThrough(new TextDecoderStream())) text += piece
    })()
    await expect(reading).rejects.toThrow(/an event: cents/)
    expect(text).toBe(':\n\n\ndata: {"cents":1}\n\n')
    const none = await app.request("GET", "/none")
    expect(none.status).toBe(500)
    expect(JSON.stringify(app.logs)).toContain("it is no stream. Return `events(…)`")
  })

  it("is not checked in production, but pruned if asked for, and its data is JSON", async () => {
    const app = await start({ production: true })
    expect((await app.request("GET", "/wrong")).text()).toContain('data: {"cents":"two"}')
    expect((await app.request("GET", "/more")).text()).toBe(
      ':\n\ndata: {"cents":1,"secret":"hush"}\n\n: end\n\n',
    )
    const pruned = await start({ production: true, returns: { prune: true } })
    expect((await pruned.request("GET", "/more")).text()).toBe(':\n\ndata: {"cents":1}\n\n: end\n\n')
  })
})

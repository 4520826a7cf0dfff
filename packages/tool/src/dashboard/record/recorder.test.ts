import { afterEach, describe, expect, it } from "vitest"
import { type Context, events, get, inject, Log, module, post, Reply, routes } from "trivet"
import { api } from "trivet/api"
import { type Watcher, AppOperations } from "trivet/extend"
import { serve } from "trivet/node"
import type { ShownCall } from "../shown-call.ts"
import { Recorder } from "./recorder.ts"

const key = Symbol.for("trivet.watch")
const globals = globalThis as { [key]?: Watcher }
let stop = async () => {}
afterEach(async () => {
  delete globals[key]
  await stop()
})

class Store {
  readonly #operations = inject(AppOperations)
  readonly #log = inject(Log)

  async find(name: string): Promise<string> {
    this.#log.debug({ name }, "looked up")
    const text = "select $1"
    return this.#operations.run({ kind: "sql", text, values: [name] }, async () => name)
  }
}

class NamesController {
  readonly #store = inject(Store)

  routes() {
    return routes([
      get("/names/:name", this.show),
      get("/ticks", this.ticks),
      get("/bytes", () => new Response(new Blob(["one ", "two"]).stream())),
      get("/breaks", () => {
        const pieces = (async function* () {
          yield "one"
          throw new Error("broken")
        })()
        return Reply.body(200, "text/plain", pieces)
      }),
      post("/echo", this.echo),
      get("/fail", () => {
        throw new TypeError("no name")
      }),
    ])
  }
  async show(ctx: Context<"/names/:name">) {
    return { name: await this.#store.find(ctx.param("name")) }
  }
  ticks() {
    const store = this.#store
    return events(
      (async function* () {
        yield { data: await store.find("tick") }
        yield { data: "tock" }
      })(),
    )
  }
  async echo(ctx: Context) {
    return JSON.parse(new TextDecoder().decode(await ctx.request().body())) as object
  }
}
const App = module({ name: "app", declarations: [NamesController, Store] })

/** Serves the application while a recorder watches it. */
async function record(production = false) {
  const shown = new Map<string, ShownCall>()
  const recorder = new Recorder((call) => shown.set(call.id, call))
  globals[key] = {
    ...recorder.watcher,
    built: ({ operations }) => operations.watch(recorder.operation),
  }
  const quiet = () => undefined
  const log: Log = {
    trace: quiet,
    debug: quiet,
    info: quiet,
    warn: quiet,
    error: quiet,
    fatal: quiet,
    child: () => log,
  }
  const served = await serve(App, { platform: api(), log, port: 0, production })
  stop = async () => void (await served.stop())
  const ask = async (path: string, init: RequestInit = {}) => (await fetch(served.url + path, init)).text()
  return { ask, calls: () => [...shown.values()], recorder }
}

describe("Recorder", () => {
  it("gives each of many calls at once its own statements and lines", async () => {
    const { ask, calls } = await record()
    const names = Array.from({ length: 20 }, (_, at) => `name-${at}`)
    await Promise.all(names.map((name) => ask(`/names/${name}`)))
    expect(calls().length).toBe(20)
    for (const call of calls()) {
      const name = call.path.slice("/names/".length)
      expect(call).toMatchObject({ pattern: "/names/:name", status: 200 })
      expect(call.operations).toMatchObject([{ kind: "sql", text: "select $1", failed: undefined }])
      expect(call.logs).toMatchObject([{ level: "debug", message: "looked up" }])
      expect(JSON.parse(call.logs[0]!.fields)).toMatchObject({ name })
    }
  })

  it("keeps streamed replies while they are sent, in the scope of their call", async () => {
    const { ask, calls } = await record()
    expect(await ask("/bytes")).toBe("one two")
    expect(await ask("/ticks")).toContain("data: tock")
    await ask("/bytes", { method: "HEAD" })
    await ask("/breaks").catch(() => undefined)
    await expect.poll(() => calls().every(({ ms }) => ms !== undefined)).toBe(true)
    expect(calls()[1]!.reply!.body!.text).toContain("data: tick")
    expect(calls()[1]!.operations.length).toBe(1)
  })

  it("keeps bodies that were read, errors, and calls without a route", async () => {
    const { ask, calls } = await record()
    expect(await ask("/echo", { method: "POST", body: `{"a":1}` })).toBe(`{"a":1}`)
    await ask("/fail")
    await ask("/nowhere")
    await ask("/names/%ff")
    const [echo, failed, nowhere, undecodable] = calls()
    expect(undecodable).toMatchObject({ status: 400, pattern: undefined })
    expect(JSON.parse(echo!.request.body!.text!)).toEqual({ a: 1 })
    expect(failed).toMatchObject({ status: 500, error: { title: "TypeError: no name" } })
    expect(nowhere).toMatchObject({ status: 404, pattern: undefined })
  })

  it("keeps the last 200 calls", async () => {
    const { ask, recorder } = await record()
    for (let count = 0; count < 205; count++) await ask("/nowhere")
    expect(recorder.calls.length).toBe(200)
  })

  it("records nothing in production", async () => {
    const { ask, calls } = await record(true)
    expect(await ask("/names/ada")).toContain("ada")
    expect(calls()).toEqual([])
  })
})

import { AsyncLocalStorage } from "node:async_hooks"
import { describe, expect, it } from "vitest"
import { type Context, get, inject, module, routes } from "../index.ts"
import { type CallCarrier, type CallScope, useCallScope } from "../extend.ts"
import { createTestApp } from "../testing.ts"

const entered: string[] = []
const storage = new AsyncLocalStorage<Context>()
const carrier: CallCarrier = {
  run(call, work) {
    entered.push(`entered ${call.path}`)
    return storage.run(call, work)
  },
  current: () => storage.getStore(),
}

class Watcher {
  readonly scope: CallScope = useCallScope("a test")
}

class Pieces {
  readonly #watcher = inject(Watcher)

  routes() {
    return routes([get("/pieces", this.pieces), get("/slow", this.slow)])
  }
  pieces(ctx: Context) {
    ctx.onDone(() => void entered.push(`done ${this.#watcher.scope.current()?.path}`))
    return this.#pieces()
  }
  async *#pieces() {
    entered.push("piece")
    yield String(this.#watcher.scope.current()?.path)
  }
  async slow() {
    await new Promise((go) => setTimeout(go, 20))
    return this.#watcher.scope.current()?.path
  }
}

describe("carryWith()", () => {
  it("carries all work of a call, also what an engine calls later, and leaves calls that began before theirs", async () => {
    const app = await createTestApp(module({ name: "pieces", declarations: [Watcher, Pieces] }))
    const before = app.request("GET", "/slow")
    app.get(Watcher).scope.carryWith(carrier)
    const reply = await app.request("GET", "/pieces")
    expect(reply.text()).toContain("/pieces")
    await expect.poll(() => entered).toContain("done /pieces")
    expect(entered[0]).toBe("entered /pieces")
    expect(entered[entered.indexOf("piece") - 1]).toBe("entered /pieces")
    expect(entered[entered.indexOf("done /pieces") - 1]).toBe("entered /pieces")
    expect((await before).json()).toBe("/slow")
    await app.stop()
  })
})

import { describe, expect, it } from "vitest"
import { type Context, get, inject, module, routes } from "../index.ts"
import { type AroundWork, useCallScope } from "../extend.ts"
import { createTestApp } from "../testing.ts"

const entered: string[] = []
const around =
  (name: string): AroundWork =>
  (call, work) => {
    entered.push(`${name} ${call.path}`)
    return work()
  }
const first = around("first")
const second = around("second")

class Watcher {
  constructor() {
    const scope = useCallScope("a test")
    scope.addAround(first)
    scope.addAround(second)
    scope.addAround(first)
  }
}

class Pieces {
  readonly #watcher = inject(Watcher)

  routes() {
    return routes([get("/pieces", this.pieces)])
  }
  pieces(ctx: Context) {
    ctx.onDone(() => void entered.push("done"))
    return this.#pieces()
  }
  async *#pieces() {
    entered.push("piece")
    yield this.#watcher instanceof Watcher ? "a" : "b"
  }
}

describe("addAround()", () => {
  it("is around all work of a call, once, also around what an engine calls later", async () => {
    const app = await createTestApp(module({ name: "pieces", declarations: [Watcher, Pieces] }))
    await app.request("GET", "/pieces")
    await expect.poll(() => entered).toContain("done")
    const both = ["second /pieces", "first /pieces"]
    expect(entered.slice(0, 2)).toEqual(both)
    expect(entered.slice(entered.indexOf("piece") - 2, entered.indexOf("piece"))).toEqual(both)
    expect(entered.slice(entered.indexOf("done") - 2, entered.indexOf("done"))).toEqual(both)
    await app.stop()
  })
})

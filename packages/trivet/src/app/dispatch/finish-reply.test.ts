import { expect, describe, it } from "vitest"
import type { Context } from "../../context/context.ts"
import { get, routes } from "../../module/routes/make-route.ts"
import { module } from "../../module/module.ts"
import { createTestApp } from "../../testing/create-test-app.ts"

class Listens {
  readonly seen: string[] = []
  routes() {
    return routes([get("/listens", this.listen)])
  }
  listen(ctx: Context) {
    ctx.onDone(() => Promise.reject(new Error("rejects")))
    ctx.onDone(() => {
      throw new Error("throws")
    })
    ctx.onDone(async ({ status }) => {
      await Promise.resolve()
      this.seen.push(`later ${status}`)
    })
    ctx.onDone(() => this.seen.push("at once"))
    return { a: 1 }
  }
}

describe("listeners of onDone", () => {
  it("are logged when they throw or reject, and the others still run", async () => {
    const app = await createTestApp(module({ name: "listens", declarations: [Listens] }))
    expect((await app.request("GET", "/listens")).status).toBe(200)
    // A rejection that nobody handles would end the process.
    await expect
      .poll(() => app.logs.map(({ level, msg, err }) => [level, msg, (err as Error).message]))
      .toEqual([
        [50, "a listener of onDone failed", "throws"],
        [50, "a listener of onDone failed", "rejects"],
      ])
    expect(app.get(Listens).seen).toEqual(["at once", "later 200"])
  })
})

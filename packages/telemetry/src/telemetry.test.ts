import { get, inject, module, routes, Describe } from "trivet"
import { AppOperations } from "trivet/extend"
import { createTestApp } from "trivet/testing"
import { describe, expect, it } from "vitest"
import { telemetry } from "./telemetry.ts"

class Posts {
  readonly operations = inject(AppOperations)
  routes() {
    return routes([get("/posts", () => [])])
  }
}
const root = module({ name: "blog", declarations: [Posts] })

describe("telemetry() without an SDK", () => {
  it("is left out of the chain, and watches nothing", async () => {
    const app = await createTestApp(root, { middlewares: [telemetry()] })
    const [route] = app.get(Describe)().routes
    expect(route!.middlewares).toEqual([])
    expect(app.get(Describe)().middlewares).toMatchObject([{ name: "telemetry", kinds: [] }])
    expect(app.get(Posts).operations.watched).toBe(false)
    expect((await app.request("GET", "/posts")).status).toBe(200)
    await app.stop()
  })

  it("rejects options that do not exist", () => {
    expect(() => telemetry({ samples: 1 } as never)).toThrow("samples")
    expect(() => telemetry({ sample: 2 })).toThrow("`sample` is 2, not a number from 0 to 1")
  })
})

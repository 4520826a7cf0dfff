import { describe, expect, it } from "vitest"
import { type Context, get, module, requestId } from "../index.ts"
import { createTestApp } from "../testing.ts"

class Hello {
  routes() {
    return [get("/", this.show)]
  }
  show(ctx: Context) {
    ctx.log.info("seen")
    return { id: ctx.get("request_id") }
  }
}

async function idFor(sent: string | undefined): Promise<string> {
  const app = await createTestApp(module({ name: "test", declarations: [Hello] }), {
    middlewares: [requestId()],
  })
  const reply = await app.request("GET", "/", sent === undefined ? {} : { headers: { "x-request-id": sent } })
  const { id } = reply.json() as { id: string }
  expect(reply.headers.get("x-request-id")).toBe(id)
  expect(app.logs[0]).toMatchObject({ msg: "seen", request_id: id })
  return id
}

describe("requestId", () => {
  it("makes an id, another for every call", async () => {
    const [one, two] = [await idFor(undefined), await idFor(undefined)]
    expect(one).toMatch(/^[0-9a-f-]{36}$/)
    expect(two).not.toBe(one)
  })

  it("keeps a client's id that is well formed", async () => {
    expect(await idFor("a-1_B.c:2")).toBe("a-1_B.c:2")
  })

  it.each(["", "a b", "a\nb", "é", "<script>", "x".repeat(129)])(
    "replaces one that is not: %j",
    async (sent) => {
      expect(await idFor(sent)).toMatch(/^[0-9a-f-]{36}$/)
    },
  )
})

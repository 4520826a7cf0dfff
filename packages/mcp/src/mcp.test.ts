import { contract, dto, group, implement, type Middleware, module, PublicError } from "trivet"
import { createTestApp } from "trivet/testing"
import { describe, expect, it } from "vitest"
import { mcp } from "./index.ts"

const Things = contract({
  show: { method: "GET", path: "/things/:id" },
  list: { method: "GET", path: "/things", returns: { 200: dto({ a: "" }) } },
  tidy: { path: "tidy" },
})

class ThingsController {
  routes() {
    return implement(Things, this)
  }
  show() {
    return {}
  }
  list() {
    return {}
  }
  tidy() {
    return {}
  }
}

const start = (imports: Parameters<typeof mcp>[0], declarations: readonly (new () => object)[]) =>
  createTestApp(module({ name: "things", imports: [mcp(imports)], declarations: [...declarations] }))

describe("mcp", () => {
  it("does not start with a record that is not a route", async () => {
    const other = contract({ show: { method: "GET", path: "/others/:id" } })
    await expect(start({ expose: [other.show] }, [ThingsController])).rejects.toThrow(
      "An option of `mcp()` is invalid: GET /others/:id in `expose` is not a route of this application.",
    )
    await expect(start({ expose: [Things.tidy] }, [ThingsController])).rejects.toThrow(
      "the command tidy in `expose` is not a route",
    )
    // The same method and path with other schemas is another record.
    const alike = { ...Things.list, returns: { 200: dto({ a: "" }) } }
    await expect(start({ expose: [alike] }, [ThingsController])).rejects.toThrow("GET /things in `expose`")
  })

  it("does not start if a record is a route twice, or two tools have one name", async () => {
    class Twice extends ThingsController {
      override routes() {
        const inner = implement(Things, this)
        return [...inner.filter(({ method }) => method !== undefined), group("/v2", [], inner)] as never
      }
    }
    await expect(start({ expose: [Things.show] }, [Twice])).rejects.toThrow(
      "GET /things/:id in `expose` is implemented twice, at /things/:id and /v2/things/:id.",
    )
    await expect(start({ expose: [Things.show, Things.show] }, [ThingsController])).rejects.toThrow(
      "would both be the tool `thingsShow`",
    )
  })

  it("does not start with files in a body", async () => {
    const files = { "~standard": dto({})["~standard"], files: {} }
    const Uploads = contract({ add: { method: "POST", path: "/files", accepts: { body: files } } })
    class UploadsController {
      routes() {
        return implement(Uploads, this)
      }
      add() {
        return {}
      }
    }
    await expect(start({ expose: [Uploads.add] }, [UploadsController])).rejects.toThrow(
      "POST /files takes files, which an assistant cannot send.",
    )
  })

  it("puts middlewares before the endpoint, also before the list of tools", async () => {
    const closed: Middleware = {
      handle() {
        throw new PublicError(401, "Missing token")
      },
    }
    const app = await start({ expose: [Things.show], middlewares: [closed] }, [ThingsController])
    const reply = await app.request("POST", "/mcp", { json: { jsonrpc: "2.0", id: 1, method: "tools/list" } })
    expect(reply.status).toBe(401)
    await app.stop()
  })

  it("names a mistyped option", async () => {
    expect(() => mcp({ expose: [], orgins: [] } as never)).toThrow("orgins")
  })
})

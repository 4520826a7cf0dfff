import { module } from "trivet"
import { createTestApp } from "trivet/testing"
import { describe, expect, it } from "vitest"
import { oddModule } from "../tests/odd-module.ts"
import { openapi } from "./openapi.ts"
import type { OpenApiOptions } from "./options.ts"

async function appWith(options: Partial<OpenApiOptions> = {}, production = false) {
  const docs = openapi({ title: "A <b> & c", version: "1.0.0", ...options })
  return createTestApp(module({ name: "app", imports: [oddModule, docs] }), { production })
}

describe("openapi", () => {
  it("serves the document, without its own routes in it", async () => {
    const reply = await (await appWith()).request("GET", "/openapi.json")
    expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8")
    const document = reply.json() as { openapi: string; paths: object }
    expect(document.openapi).toBe("3.1.1")
    expect(Object.keys(document.paths)).not.toContain("/openapi.json")
    expect(Object.keys(document.paths)).toContain("/files/{name}")
  })

  it("serves the page and its files, with a policy that allows its own server only", async () => {
    const app = await appWith()
    const page = await app.request("GET", "/docs")
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8")
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'; script-src 'self'")
    expect(page.text()).toContain("<title>A &#60;b&#62; &#38; c</title>")
    for (const [, file = ""] of page.text().matchAll(/(?:href|src)="\.(\/docs\/[^"]+)"/g)) {
      const reply = await app.request("GET", file)
      expect([file, reply.status, reply.bytes.length > 500]).toEqual([file, 200, true])
    }
  })

  it("moves both, and keeps links relative", async () => {
    const app = await appWith({ document: "/api/v1/openapi.json", page: "/api/help" })
    expect((await app.request("GET", "/api/v1/openapi.json")).status).toBe(200)
    const page = await app.request("GET", "/api/help")
    expect(page.text()).toContain('data-document="../api/v1/openapi.json"')
    expect(page.text()).toContain('href="../api/help/page.css"')
  })

  it.each([
    [undefined, true, 404, 404],
    ["document", true, 200, 404],
    [true, true, 200, 200],
    [undefined, false, 200, 200],
    ["document", false, 200, 200],
  ] as const)(
    "with inProduction: %s, production: %s answers %i and %i",
    async (asked, production, ...statuses) => {
      const app = await appWith(asked === undefined ? {} : { inProduction: asked }, production)
      const document = await app.request("GET", "/openapi.json")
      const page = await app.request("GET", "/docs")
      expect([document.status, page.status]).toEqual(statuses)
    },
  )

  it("serves several documents of one application, each of some of its routes", async () => {
    const files = openapi({
      title: "Files",
      version: "1.0.0",
      document: "/files.json",
      page: false,
      include: ({ path }) => path.startsWith("/files"),
    })
    const all = openapi({ title: "All", version: "1.0.0" })
    const app = await createTestApp(module({ name: "app", imports: [oddModule, files, all] }))
    const pathsIn = async (at: string) =>
      Object.keys(((await app.request("GET", at)).json() as { paths: object }).paths)
    expect(await pathsIn("/files.json")).toEqual(["/files/{of}/{rest}", "/files/{name}"])
    expect((await pathsIn("/openapi.json")).length).toBeGreaterThan(5)
  })

  it("does not serve the page if it is disabled", async () => {
    const app = await appWith({ page: false })
    expect((await app.request("GET", "/docs")).status).toBe(404)
    expect((await app.request("GET", "/openapi.json")).status).toBe(200)
  })

  it("stands behind the middlewares it is given", async () => {
    const closed = { handle: () => ({ error: "Not for you", status: 403 }) }
    const app = await appWith({ middlewares: [closed] })
    for (const path of ["/openapi.json", "/docs", "/docs/page.css"])
      expect((await app.request("GET", path)).status).toBe(403)
  })
})

import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startWorkers, type Workerd } from "../../../trivet/tests/edge/start-workerd.ts"

const require = createRequire(import.meta.url)
const assets = new URL("../../assets/", import.meta.url)

interface Document {
  readonly openapi: string
  readonly info: { readonly title: string }
  readonly paths: object
}

let workerd: Workerd

beforeAll(async () => {
  const file = join(import.meta.dirname, "worker.ts")
  workerd = await startWorkers({
    development: { file, bindings: { PRODUCTION: "no" } },
    production: { file, bindings: { PRODUCTION: "yes" } },
  })
})
afterAll(() => workerd?.stop())

const ask = (worker: string, path: string) => fetch(`http://127.0.0.1:${workerd.ports[worker]}${path}`)

describe("the packed package on workerd, where there are no files", () => {
  it("serves the document", async () => {
    const document = (await (await ask("development", "/openapi.json")).json()) as Document
    expect(document.openapi).toMatch(/^3\.1/)
    expect(document.info.title).toBe("Notes on the edge")
    expect(Object.keys(document.paths)).toEqual(["/notes/{key}"])
  })

  it("serves the page and each of its files as it is", async () => {
    const page = await (await ask("development", "/docs")).text()
    expect(page).toContain('src="./docs/swagger-ui-bundle.js"')
    const files = {
      "swagger-ui-bundle.js": require.resolve("swagger-ui-dist/swagger-ui-bundle.js"),
      "swagger-ui.css": require.resolve("swagger-ui-dist/swagger-ui.css"),
      "page.js": new URL("page.js", assets),
      "page.css": new URL("page.css", assets),
    }
    for (const [name, file] of Object.entries(files)) {
      const reply = await ask("development", `/docs/${name}`)
      const type = name.endsWith(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8"
      expect(reply.headers.get("content-type")).toBe(type)
      expect((await reply.text()) === readFileSync(file, "utf8"), name).toBe(true)
    }
  })

  it("serves neither in production", async () => {
    expect((await ask("production", "/openapi.json")).status).toBe(404)
    expect((await ask("production", "/docs")).status).toBe(404)
  })
})

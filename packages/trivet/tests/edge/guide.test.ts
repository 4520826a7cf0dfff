import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { mkdir } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { parsePage } from "../../../../scripts/docs/markdown.ts"
import { root } from "../../../../scripts/reading/workspace.ts"
import { compatibilityDate, startWorkers, type Workerd } from "./start-workerd.ts"

const { fences } = parsePage(readFileSync(join(root, "docs/run/edge.md"), "utf8"))
const folder = mkdtempSync(join(tmpdir(), "trivet-edge-guide-"))
let workerd: Workerd

beforeAll(async () => {
  for (const { language, code } of fences) {
    const path = /^\/\/ (src\/[\w-]+\.ts)$/m.exec(code)?.[1]
    if (language !== "ts" || path === undefined) continue
    await mkdir(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), code)
  }
  workerd = await startWorkers({
    notes: {
      file: join(folder, "src/worker.ts"),
      bindings: { GREETING: "hello" },
      kvNamespaces: ["NOTES"],
      compatibilityFlags: ["enable_request_signal"],
    },
  })
})
afterAll(async () => {
  await workerd?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const ask = (path: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${workerd.ports["notes"]}${path}`, init)

describe("the files of docs/run/edge.md", () => {
  it("answer on workerd", async () => {
    expect(await (await ask("/")).json()).toEqual({ greeting: "hello" })
    expect((await ask("/notes/first")).status).toBe(404)
    const saved = await ask("/notes/first", { method: "PUT", body: '{"text":"a note"}' })
    expect(saved.status).toBe(204)
    expect(await (await ask("/notes/first")).json()).toEqual({ text: "a note" })
    await expect.poll(async () => (await ask("/notes/last")).json()).toEqual({ text: "first" })
    const long = await ask("/notes/first", {
      method: "PUT",
      body: JSON.stringify({ text: "x".repeat(1001) }),
    })
    expect(long.status).toBe(400)
  })

  it("are configured as the tests are", () => {
    const toml = fences.find(({ language }) => language === "toml")!.code
    expect(toml).toContain(`compatibility_date = "${compatibilityDate}"`)
    expect(toml).toContain('compatibility_flags = ["enable_request_signal"]')
  })
})

import { mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { postgres } from "@trivet/postgres"
import { module } from "trivet"
import { createTestApp } from "trivet/testing"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { fileMigrations, Files, files, FileStore } from "../../src/index.ts"
import type { FolderFileStore } from "../../src/store/folder-file-store.ts"
import { MemoryFileStore } from "../../src/testing.ts"
import { Db } from "./test-app.ts"

const DatabaseModule = postgres(Db, {
  url: "pglite://memory",
  migrations: [fileMigrations],
  migrateAtStart: true,
})
const App = () =>
  module({
    name: "app",
    imports: [DatabaseModule, files({ database: Db, imports: [DatabaseModule] })],
  })

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "trivet-files-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => vi.unstubAllEnvs())

async function storeAt(url: string): Promise<FileStore> {
  vi.stubEnv("FILES_URL", url)
  const app = await createTestApp(App())
  await app.stop()
  return app.get(FileStore)
}

describe("files()", () => {
  it("keeps bytes in memory unless FILES_URL is set", async () => {
    expect(await storeAt("")).toBeInstanceOf(MemoryFileStore)
    expect(await storeAt(`folder://${folder}/a`)).toMatchObject({ folder: join(folder, "a") })
    expect(await storeAt("folder://./some/files")).toMatchObject({
      folder: join(process.cwd(), "some/files"),
    })
  })

  it("reports an invalid FILES_URL, and none in production", async () => {
    for (const url of ["/srv/files", "file:///srv", "folder:", "http://a", "s3://bucket"])
      await expect(storeAt(url)).rejects.toThrow("FILES_URL_INVALID")
    vi.stubEnv("NODE_ENV", "production")
    await expect(storeAt("")).rejects.toThrow("FILES_URL_MISSING")
  })

  it("signs addresses with a secret that all processes of a folder share", async () => {
    vi.stubEnv("FILES_URL", `folder://${folder}/shared`)
    const [one, other] = [await createTestApp(App()), await createTestApp(App())]
    const address = async (app: typeof one) => {
      const { id } = await app.get(Files).put("abc")
      return app.get(Files).url(id, { seconds: 60 })
    }
    for (const made of await Promise.all([address(one), address(other)]))
      expect(made).toMatch(/^\/signed-files\//)
    expect(statSync(join(folder, "shared/.address-secret")).mode & 0o777).toBe(0o600)
    // The database in memory is that of one application, so the other one's answer is 404 behind a valid signature.
    expect((await other.request("GET", await address(one))).status).toBe(404)
    const forged = (await address(one)).replace(/.$/, (last) => (last === "A" ? "B" : "A"))
    expect((await other.request("GET", forged)).status).toBe(403)
    await one.stop()
    await other.stop()
  })

  it("reports a folder that cannot be written to as not ready", async () => {
    const store = (await storeAt("folder:///dev/null/files")) as FolderFileStore
    await expect(store.onHealth()).rejects.toMatchObject({ code: "FILES_UNAVAILABLE" })
  })

  it("undoes its migration", async () => {
    vi.stubEnv("FILES_URL", "")
    const app = await createTestApp(App())
    const { migrator } = app.get(Db)
    const all = ["001-create", "002-uploads", "003-files-of-rows"].map((name) => `@trivet/files/${name}`)
    expect(await migrator.rollback(3)).toEqual(all.toReversed())
    expect(await migrator.migrate()).toEqual(all)
    await app.get(Files).put("abc")
    await app.stop()
  })
})

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { PGlite } from "@electric-sql/pglite"
import { module } from "trivet"
import { createTestApp, createTestLog } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { Database } from "../database.ts"
import { openPGlite } from "./open-pglite.ts"
import { pgliteImage } from "./pglite-image.ts"
import { postgres } from "../postgres.ts"

const cache = mkdtempSync(join(tmpdir(), "trivet-image-"))
const images = join(cache, "trivet")
beforeAll(() => void vi.stubEnv("XDG_CACHE_HOME", cache))
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(cache, { recursive: true })
})

describe("pgliteImage", () => {
  it("is kept whole, for the installed version, and read again", async () => {
    const image = await pgliteImage()
    expect(await image.read()).toBeUndefined()
    await image.keep(new Blob(["an image"]))
    expect(await (await image.read())!.text()).toBe("an image")
    expect(readdirSync(images)).toEqual([expect.stringMatching(/^pglite-\d+\.\d+\.\d+\.tar$/)])
  })

  it("is done without where it cannot be kept", async () => {
    rmSync(images, { recursive: true })
    writeFileSync(images, "a file, no folder")
    const image = await pgliteImage()
    await image.keep(new Blob(["an image"]))
    expect(await image.read()).toBeUndefined()
    rmSync(images)
  })
})

describe("openPGlite", () => {
  const firstStart =
    "Starting PGlite for the first time, which takes several seconds. Later starts take about one."

  it("starts from the image of the first start, empty, and makes a new one of one that is broken", async () => {
    const { log, lines } = createTestLog()
    const first = await openPGlite("pglite://memory", log)
    await first.exec("create table left_behind (id int)")
    await first.close()
    expect(lines.map(({ msg }) => msg)).toEqual([firstStart])
    const image = await pgliteImage()
    expect((await image.read())!.size).toBeGreaterThan(1_000_000)
    const second = (await openPGlite("pglite://memory", log)) as unknown as PGlite
    const found = await second.query("select 1 from pg_tables where tablename = 'left_behind'")
    await second.close()
    expect(found.rows).toEqual([])
    expect(lines).toHaveLength(1)
    await image.keep(new Blob(["no image at all"]))
    await (await openPGlite("pglite://memory", log)).close()
    expect((await image.read())!.size).toBeGreaterThan(1_000_000)
    expect(lines.map(({ msg }) => msg)).toEqual([firstStart, firstStart])
  }, 240_000)

  it("may take longer than the hooks of an application", async () => {
    class Db extends Database<object> {}
    const root = module({ name: "root", imports: [postgres(Db, { url: "pglite://memory" })] })
    const app = await createTestApp(root, { startHookTimeout: 1 })
    expect(app.get(Db).pool.open).toBe(1)
    await app.stop()
  }, 120_000)

  it("names PGlite and the way out if it does not start in time", async () => {
    const late = await openPGlite("pglite://memory", undefined, 1).catch((error: unknown) => error)
    expect(late).toMatchObject({
      code: "PGLITE_NOT_STARTED",
      message: expect.stringMatching(/^PGlite.*it took longer than 0\.001 s/) as string,
      fix: expect.stringContaining("set `DATABASE_URL`") as string,
    })
  }, 120_000)

  it("says so if its folder is damaged", async () => {
    const folder = join(cache, "damaged")
    mkdirSync(folder)
    writeFileSync(join(folder, "PG_VERSION"), "17")
    const start = new Database({ url: `pglite://${folder}` }).onStart()
    await expect(start).rejects.toMatchObject({ code: "PGLITE_NOT_STARTED" })
  }, 120_000)

  it.runIf(process.platform === "linux")(
    "does not make a start wait for a database that another process has",
    async () => {
      const folder = join(cache, "data")
      mkdirSync(folder)
      const init = process.ppid
      const stat = readFileSync(`/proc/${init}/stat`, "utf8")
      writeFileSync(join(folder, "trivet.pid"), `${init} ${stat.slice(stat.lastIndexOf(")")).split(" ")[20]}`)
      const began = performance.now()
      await expect(new Database({ url: `pglite://${folder}` }).onStart()).rejects.toThrow(
        "is open in process",
      )
      expect(performance.now() - began).toBeLessThan(8_000)
    },
  )
})

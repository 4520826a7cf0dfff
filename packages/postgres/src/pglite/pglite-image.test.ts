import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import type { PGlite } from "@electric-sql/pglite"
import { module } from "trivet"
import { createTestApp, createTestLog } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { Database } from "../database.ts"
import { makeOnce } from "./make-once.ts"
import { openPGlite, urlOfImage } from "./open-pglite.ts"
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

  it("is deleted if no start has used it for two weeks, or if there are twelve newer ones", async () => {
    const keyOf = (at: number) => at.toString(16).padStart(32, "0")
    const past = (days: number) => new Date(Date.now() - days * 86_400_000)
    for (let at = 0; at < 13; at++) {
      await (await pgliteImage(keyOf(at))).keep(new Blob(["an image"]))
      const [name] = readdirSync(images).filter((one) => one.includes(keyOf(at)))
      utimesSync(join(images, name!), past(13 - at), past(13 - at))
    }
    const old = await pgliteImage(keyOf(14))
    await old.keep(new Blob(["an image"]))
    expect(readdirSync(images)).toHaveLength(12)
    expect(await (await pgliteImage(keyOf(0))).read()).toBeUndefined()
    // Reading it keeps it.
    expect(await (await pgliteImage(keyOf(4))).read()).toBeDefined()
    for (const name of readdirSync(images).filter((one) => !one.includes(keyOf(4))))
      utimesSync(join(images, name), past(15), past(15))
    await old.keep(new Blob(["an image"]))
    expect(readdirSync(images)).toHaveLength(2)
    rmSync(images, { recursive: true })
    mkdirSync(images)
  })

  it("is made once by callers that begin at the same time", async () => {
    const file = join(images, "once")
    let times = 0
    const make = async () => {
      times++
      await sleep(100)
      writeFileSync(file, "")
    }
    await Promise.all([makeOnce(file, make), makeOnce(file, make), makeOnce(file, make)])
    expect(times).toBe(1)
    expect(readdirSync(images)).toEqual(["once"])
  })

  it.runIf(process.platform === "linux")("is made by another process if the first one is gone", async () => {
    const file = join(images, "again")
    // The number of a process that runs, with the start of another one.
    writeFileSync(`${file}.lock`, `${process.ppid} 1`)
    await makeOnce(file, async () => writeFileSync(file, ""))
    expect(readdirSync(images).toSorted()).toEqual(["again", "once"])
  })

  it("is done without where it cannot be kept", async () => {
    rmSync(images, { recursive: true })
    writeFileSync(images, "a file, no folder")
    const image = await pgliteImage()
    await expect(image.keep(new Blob(["an image"]))).rejects.toThrow("EEXIST")
    expect(await image.read()).toBeUndefined()
    rmSync(images)
  })
})

describe("openPGlite", () => {
  const firstStart =
    "Starting PGlite for the first time, which takes several seconds. Later starts take about one."

  it("starts from the image of the first start, empty", async () => {
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
    // It costs as much as the first start.
    if (process.env["TRIVET_LONG"] !== "1") return
    // One that is broken is made again.
    await image.keep(new Blob(["no image at all"]))
    await (await openPGlite("pglite://memory", log)).close()
    expect((await image.read())!.size).toBeGreaterThan(1_000_000)
    expect(lines.map(({ msg }) => msg)).toEqual([firstStart, firstStart])
  }, 240_000)

  it("faults if the prepared database that its address names is gone or broken, and deletes the broken one", async () => {
    const key = "0".repeat(32)
    const fault = { code: "PGLITE_NOT_STARTED" }
    await expect(openPGlite(urlOfImage(key))).rejects.toMatchObject(fault)
    const image = await pgliteImage(key)
    await image.keep(new Blob(["no image at all"]))
    await expect(openPGlite(urlOfImage(key))).rejects.toMatchObject(fault)
    expect(await image.read()).toBeUndefined()
  }, 120_000)

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

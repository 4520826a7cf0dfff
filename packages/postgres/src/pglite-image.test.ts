import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { mkdir } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { PGlite } from "@electric-sql/pglite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openPGlite } from "./open-pglite.ts"
import { type PGliteImage, pgliteImage } from "./pglite-image.ts"

describe("pgliteImage", () => {
  const modules = mkdtempSync(join(tmpdir(), "trivet-image-"))
  const cache = join(modules, ".cache", "trivet")
  let image: PGliteImage
  beforeAll(async () => {
    const installed = join(modules, "@electric-sql", "pglite")
    await mkdir(join(installed, "dist"), { recursive: true })
    writeFileSync(join(installed, "package.json"), '{"version":"1.2.3"}')
    image = await pgliteImage(pathToFileURL(join(installed, "dist", "index.js")).href)
  })
  afterAll(() => rmSync(modules, { recursive: true }))

  it("is kept whole, for the installed version, and read again", async () => {
    expect(await image.read()).toBeUndefined()
    await image.keep(new Blob(["an image"]))
    expect(await (await image.read())!.text()).toBe("an image")
    expect(readdirSync(cache)).toEqual(["pglite-1.2.3.tar"])
  })

  it("is done without where it cannot be kept", async () => {
    rmSync(cache, { recursive: true })
    writeFileSync(cache, "a file, no folder")
    await image.keep(new Blob(["an image"]))
    expect(await image.read()).toBeUndefined()
  })
})

describe("openPGlite", () => {
  it("starts from the image of the first start, empty, and makes a new one of one that is broken", async () => {
    const first = await openPGlite("pglite://memory")
    await first.exec("create table left_behind (id int)")
    await first.close()
    const image = await pgliteImage()
    expect((await image.read())!.size).toBeGreaterThan(1_000_000)
    const second = (await openPGlite("pglite://memory")) as unknown as PGlite
    const found = await second.query("select 1 from pg_tables where tablename = 'left_behind'")
    await second.close()
    expect(found.rows).toEqual([])
    await image.keep(new Blob(["no image at all"]))
    await (await openPGlite("pglite://memory")).close()
    expect((await image.read())!.size).toBeGreaterThan(1_000_000)
  }, 120_000)
})

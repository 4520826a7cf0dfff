import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { fileStoreCases, MemoryFileStore } from "../../src/testing.ts"
import { FolderFileStore } from "../../src/store/folder-file-store.ts"

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "trivet-files-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("MemoryFileStore", () => {
  const store = new MemoryFileStore()
  it.each(fileStoreCases({ make: () => store }))("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})

describe("FolderFileStore", () => {
  const make = () => new FolderFileStore(join(folder, "files"))
  it.each(fileStoreCases({ make }))("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })

  it("leaves nothing unfinished behind", () => {
    expect(readdirSync(join(folder, "files/.unfinished"))).toEqual([])
  })

  it("deletes what a killed process has left of a file, and of no other", async () => {
    for (const name of ["one.a1", "one-more.b2"])
      writeFileSync(join(folder, "files/.unfinished", name), "half")
    await make().delete("one")
    expect(readdirSync(join(folder, "files/.unfinished"))).toEqual(["one-more.b2"])
    await make().delete("one-more")
  })

  it("does not follow links out of the folder", async () => {
    writeFileSync(join(folder, "secret"), "secret")
    await make().put("li-a", (async function* () {})())
    symlinkSync(join(folder, "secret"), join(folder, "files/li/li-nk"))
    await expect(make().get("li-nk")).rejects.toMatchObject({ code: "FILES_UNAVAILABLE" })
  })

  it("is unavailable, with 503, where it cannot write", async () => {
    writeFileSync(join(folder, "no-folder"), "")
    const store = new FolderFileStore(join(folder, "no-folder"))
    const failing = { code: "FILES_UNAVAILABLE", status: 503 }
    await expect(store.put("a", (async function* () {})())).rejects.toMatchObject(failing)
    await expect(store.onHealth()).rejects.toMatchObject(failing)
  })
})

import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { UploadFolder } from "./upload-folder.ts"

let parent: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "upload-folder-test-"))
})
afterEach(() => rm(parent, { recursive: true }))

async function* bytes(text: string) {
  yield Buffer.from(text)
}

describe("UploadFolder", () => {
  it("never writes into a file that is there already, nor through a link", async () => {
    const folder = new UploadFolder(parent)
    const first = await folder.store(bytes("first"), "a", 10)
    const own = dirname(first.path)
    const target = join(parent, "target")
    await writeFile(target, "untouched")
    await symlink(target, join(own, "1"))
    await writeFile(join(own, "2"), "planted")
    for (const planted of ["1", "2"])
      await expect(folder.store(bytes("attack"), planted, 10)).rejects.toThrow(/EEXIST/)
    expect(await readFile(target, "utf8")).toBe("untouched")
    expect(await readFile(join(own, "2"), "utf8")).toBe("planted")
  })

  it("rejects a file as soon as it is one byte over its limit", async () => {
    const folder = new UploadFolder(parent)
    expect((await folder.store(bytes("12345"), "a", 5)).size).toBe(5)
    await expect(folder.store(bytes("123456"), "a", 5)).rejects.toMatchObject({ code: "FORM_TOO_LARGE" })
  })

  it("removes everything in it, and makes no folder for no file", async () => {
    const folder = new UploadFolder(parent)
    await folder.remove()
    expect(await readdir(parent)).toEqual([])
    await folder.store(bytes("x"), "a", 5)
    expect(await readdir(parent)).toHaveLength(1)
    await folder.remove()
    expect(await readdir(parent)).toEqual([])
  })
})

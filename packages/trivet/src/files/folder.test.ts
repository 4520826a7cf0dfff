import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setImmediate } from "node:timers/promises"
import { describe, expect, it, onTestFinished } from "vitest"
import { closeFile } from "./file-body.ts"
import { Folder, type OpenFile } from "./folder.ts"

/** A folder `served`, and beside it a folder `served-not` with a secret whose path begins in the same way. */
function place(): { readonly folder: Folder; readonly served: string; readonly secret: string } {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), "trivet-folder-")))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const served = join(parent, "served")
  const secret = join(parent, "served-not", "secret.txt")
  mkdirSync(served)
  mkdirSync(join(parent, "served-not"))
  writeFileSync(secret, "secret")
  writeFileSync(join(served, "public.txt"), "public")
  return { folder: new Folder(served, false), served, secret }
}

function link(path: string, target: string): void {
  symlinkSync(target, `${path}.new`)
  renameSync(`${path}.new`, path)
}

function contentOf(file: OpenFile | "folder" | undefined): string | undefined {
  if (file === undefined || file === "folder") return file
  try {
    return readFileSync(file.descriptor, "utf8")
  } finally {
    closeFile(file.descriptor)
  }
}

describe("Folder", () => {
  it("follows a link to a file inside", async () => {
    const { folder, served } = place()
    link(join(served, "link.txt"), "public.txt")
    expect(contentOf(await folder.open("link.txt"))).toBe("public")
  })

  it("does not follow a link to a file outside, also where the paths begin in the same way", async () => {
    const { folder, served, secret } = place()
    link(join(served, "link.txt"), secret)
    expect(contentOf(await folder.open("link.txt"))).toBeUndefined()
  })

  it("does not follow a link that was changed to lead outside after it was served", async () => {
    const { folder, served, secret } = place()
    link(join(served, "link.txt"), "public.txt")
    expect(contentOf(await folder.open("link.txt"))).toBe("public")
    link(join(served, "link.txt"), secret)
    expect(contentOf(await folder.open("link.txt"))).toBeUndefined()
  })

  it("does not follow a link to a name with a dot", async () => {
    const { folder, served } = place()
    writeFileSync(join(served, ".env"), "secret")
    link(join(served, "link.txt"), ".env")
    expect(contentOf(await folder.open("link.txt"))).toBeUndefined()
  })

  // The open descriptors of this process show when the file was opened and not examined yet.
  it.runIf(existsSync("/proc/self/fd"))(
    "rejects a file outside that was opened by a link which leads inside when it is examined",
    async () => {
      const { folder, served, secret } = place()
      link(join(served, "link.txt"), secret)
      const opening = folder.open("link.txt")
      while (!isOpen(secret)) await setImmediate()
      link(join(served, "link.txt"), "public.txt")
      expect(contentOf(await opening)).toBeUndefined()
    },
  )
})

function isOpen(path: string): boolean {
  return readdirSync("/proc/self/fd").some((descriptor) => {
    try {
      return readlinkSync(join("/proc/self/fd", descriptor)) === path
    } catch {
      return false
    }
  })
}

import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { module, type Module, routes } from "../../../src/index.ts"
import { staticFiles } from "../../../src/node.ts"

/** What no call may ever give. */
export const secret = "TOP-SECRET-7c1d"

/** A folder with files to serve, amid much that must not be, in a folder of its own. */
export function createShelf(): { readonly module: Module; remove(): void } {
  const outside = mkdtempSync(join(tmpdir(), "trivet-shelf-"))
  const inside = join(outside, "public")
  mkdirSync(join(inside, "sub/deep"), { recursive: true })
  mkdirSync(join(inside, ".git"))
  mkdirSync(join(outside, "public-too"))
  for (const place of ["public/open.txt", "public/sub/in.txt", "public/sub/deep/er.txt"])
    writeFileSync(join(outside, place), "open")
  for (const place of [
    "secret.txt",
    "public.txt",
    "public-too/secret.txt",
    "public/.hidden",
    "public/.git/config",
    "public/sub/.env",
  ])
    writeFileSync(join(outside, place), secret)
  const links: Readonly<Record<string, string>> = {
    "link-out": "../secret.txt",
    "link-absolute": join(outside, "secret.txt"),
    "link-twice": "link-out",
    "link-hidden": ".hidden",
    "folder-out": "..",
    "folder-etc": "/etc",
    "folder-proc": "/proc",
    "folder-near": "../public-too",
    "folder-git": ".git",
    "sub/deep/up": "../../../..",
    zero: "/dev/zero",
    loop: "loop",
    "folder-in": "sub",
  }
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(inside, name))
  execFileSync("mkfifo", [join(inside, "pipe"), join(inside, "pipe.txt")])
  class Shelf {
    routes() {
      return routes([
        staticFiles("/shelf", inside),
        staticFiles("/shelf-pages", inside, { index: true, precompressed: true }),
      ])
    }
  }
  return {
    module: module({ name: "shelf", declarations: [Shelf] }),
    remove: () => rmSync(outside, { recursive: true }),
  }
}

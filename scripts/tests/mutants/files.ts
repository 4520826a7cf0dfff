import type { Mutant } from "./mutant.ts"

const folder = "packages/trivet/src/files/folder.ts"
const fileName = "packages/trivet/src/files/parse-file-name.ts"
const described = "packages/trivet/src/files/described-file.ts"
const folderTests = ["packages/trivet/src/files/folder.test.ts"]
const nameTests = ["packages/trivet/src/files/parse-file-name.test.ts"]
const filesTests = ["packages/trivet/src/files/static-files.test.ts"]

/** Static files: what a served folder must not give away. */
export const mutants: readonly Mutant[] = [
  {
    file: folder,
    search: "return found?.dev === dev && found.ino === ino",
    replace: "return found !== undefined",
    tests: folderTests,
    why: "A link that is changed between opening and examining the file leads to any file of the system.",
  },
  {
    file: folder,
    search: "real?.startsWith(root.endsWith(sep) ? root : root + sep)",
    replace: "real?.startsWith(root)",
    tests: folderTests,
    why: "A folder beside the served one whose name begins in the same way can be read through a link.",
  },
  {
    file: folder,
    search: "if (!(await this.#holds(path, stats))) return undefined",
    replace: "await this.#holds(path, stats)",
    tests: folderTests,
    why: "Links lead out of the served folder.",
  },
  {
    file: fileName,
    search: " || /%2f/i.test(path)",
    replace: "",
    tests: filesTests,
    why: "An escaped slash reaches a file past a guard on a longer path.",
  },
  {
    file: fileName,
    search: 'if (segment.startsWith(".") && !dotFiles) return false',
    replace: "",
    tests: nameTests,
    why: ".env and .git/config can be read.",
  },
  {
    file: fileName,
    search: 'segment === "." || segment === ".."',
    replace: 'segment === "."',
    tests: nameTests,
    why: "A decoded .. leads out of the served folder.",
  },
  {
    file: described,
    search: "\"default-src 'none'; sandbox\"",
    replace: "\"default-src 'self'\"",
    tests: filesTests,
    why: "A page that a user uploaded runs scripts of the site.",
  },
]

import type { Mutant } from "./mutant.ts"

const folder = "packages/trivet/src/files/folder.ts"
const fileName = "packages/trivet/src/files/parse-file-name.ts"
const described = "packages/trivet/src/files/described-file.ts"
const preconditions = "packages/trivet/src/files/preconditions.ts"
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
    search: "if (known?.ino !== stats.ino || known.dev !== stats.dev) {",
    replace: "if (known === undefined) {",
    tests: folderTests,
    why: "A link that was served once may be changed to lead outside.",
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
    search: "if (!this.#dotFiles && /(?:^|[/\\\\])\\./.test(inner)) return false",
    replace: "",
    tests: folderTests,
    why: "A link inside gives names with a dot, such as .env.",
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
    search: "/%2f/i",
    replace: "/%2f/",
    tests: filesTests,
    why: "An escaped slash in upper case reaches a file past a guard on a longer path.",
  },
  {
    file: fileName,
    search: 'rest.includes("\\0") || ',
    replace: "",
    tests: nameTests,
    why: "A NUL in a name reaches the file system, whose error becomes a 500.",
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
    search: 'segment === "" ? at !== last',
    replace: 'segment === "" ? false',
    tests: nameTests,
    why: "Empty segments reach a file past a guard on its plain path.",
  },
  {
    file: fileName,
    search: ' || rest.includes("\\\\")',
    replace: "",
    tests: nameTests,
    why: "On Windows a backslash leads out of the served folder.",
  },
  {
    file: fileName,
    search: 'segment === "." || segment === ".."',
    replace: 'segment === "."',
    tests: nameTests,
    why: "A decoded .. leads out of the served folder.",
  },
  {
    file: fileName,
    search: "return !windows || !strange.test(segment)",
    replace: "return true",
    tests: nameTests,
    why: "On Windows devices and streams can be read.",
  },
  {
    file: fileName,
    search: "~\\d|",
    replace: "",
    tests: nameTests,
    why: "On Windows the short name of a file passes guards on its long name.",
  },
  {
    file: described,
    search: '"x-content-type-options",\n      "nosniff",',
    replace: "",
    tests: filesTests,
    why: "A browser guesses the type of a file, and runs a text as a script.",
  },
  {
    file: described,
    search: '"content-disposition",\n  "attachment",',
    replace: "",
    tests: filesTests,
    why: "A page that a user uploaded opens as a page of the site.",
  },
  {
    file: described,
    search: "\"default-src 'none'; sandbox\"",
    replace: "\"default-src 'self'\"",
    tests: filesTests,
    why: "A page that a user uploaded runs scripts of the site.",
  },
  {
    file: described,
    search: "Date.now() - changed < 2_000 ? `W/${tag}` : tag",
    replace: "tag",
    tests: filesTests,
    why: "Two versions of a file share a strong tag, and their parts are joined.",
  },
  {
    file: preconditions,
    search: 'if (etag.startsWith("W/")) return false',
    replace: "",
    tests: filesTests,
    why: "A client joins parts of two versions of a file.",
  },
]

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { canLoad } from "../../../../scripts/tests/mutants/run/can-load.ts"
import { mutate } from "../../../../scripts/tests/mutants/run/mutate.ts"

/** An application that errors are planted in. The other paths are relative to its folder. */
export interface Reference {
  /** Its folder in this workspace. */
  readonly folder: string
  /** The program that serves it. */
  readonly entry: string
  /** The callers of its access cases. */
  readonly access: string
  /** The committed table of who may call what. */
  readonly table: string
}

const blog = { folder: "examples/blog", access: "tests/access.ts" } as const
const auth = { folder: "examples/auth", access: "tests/access.ts" } as const
const administrators = "tests/administrators"

/** The applications that errors are planted in. */
export const references = {
  "blog API": { ...blog, entry: "src/main.ts", table: "access.txt" },
  "blog API with own posts": { ...blog, entry: "src/page.ts", table: "access-page.txt" },
  "blog site": { ...blog, entry: "src/web.ts", table: "access-site.txt" },
  auth: { ...auth, entry: "src/main.ts", table: "access.txt" },
  "auth with administrators": {
    ...auth,
    entry: `${administrators}/main.ts`,
    access: `${administrators}/access.ts`,
    table: `${administrators}/access.txt`,
  },
  helpdesk: {
    folder: "examples/helpdesk",
    entry: "src/main.ts",
    access: "tests/access.ts",
    table: "access.txt",
  },
  notebook: {
    folder: "packages/tool/tests/planted/notebook",
    entry: "src/main.ts",
    access: "tests/access.ts",
    table: "access.txt",
  },
} as const satisfies Readonly<Record<string, Reference>>

/** The name of an application that errors are planted in. */
export type ReferenceName = keyof typeof references

/** One error, planted by one replacement in one file of an application. It compiles and starts unless it says otherwise. */
export interface PlantedEdit {
  readonly reference: ReferenceName
  /** The file to change, relative to the folder of the application. */
  readonly file: string
  /** The text to replace. It must occur exactly once in the file. */
  readonly search: string
  readonly replace: string
  /** What the replacement needs at the head of the file, such as an import. */
  readonly head?: string
  /** The kind of error, such as `guard removed`. */
  readonly kind: string
  /** What is wrong now, in one sentence. */
  readonly what: string
}

const root = join(import.meta.dirname, "../../../..")

/** The text of a file with the edit in it. Throws unless the searched text occurs exactly once. */
export function editedText(edit: PlantedEdit, original: string): string {
  return (edit.head === undefined ? "" : `${edit.head}\n`) + mutate(edit, original).text
}

/** Why an edit cannot be planted; `undefined` if it can. */
export function findProblem(edit: PlantedEdit): string | undefined {
  const file = join(references[edit.reference].folder, edit.file)
  try {
    const original = readFileSync(join(root, file), "utf8")
    if (canLoad(file, original, editedText(edit, original))) return undefined
    return `${file}: cannot be loaded with: ${edit.what}`
  } catch (error) {
    return `${file}: ${(error as Error).message}: ${JSON.stringify(edit.search)}`
  }
}

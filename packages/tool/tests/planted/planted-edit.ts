import { readFileSync } from "node:fs"
import { join } from "node:path"
import { canLoad } from "../../../../scripts/mutants/run/can-load.ts"
import { mutate } from "../../../../scripts/mutants/run/mutate.ts"

/** The applications that errors are planted in: the example, and the program that serves it. */
export const references = {
  "blog API": { example: "blog", entry: "src/main.ts" },
  "blog site": { example: "blog", entry: "src/web.ts" },
  auth: { example: "auth", entry: "src/main.ts" },
} as const

/** The name of an application that errors are planted in. */
export type ReferenceName = keyof typeof references

/** One error, planted by one replacement in one file of an example. It compiles and starts unless it says otherwise. */
export interface PlantedEdit {
  readonly reference: ReferenceName
  /** The file to change, relative to the example. */
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

const examples = join(import.meta.dirname, "../../../../examples")

/** The text of a file with the edit in it. Throws unless the searched text occurs exactly once. */
export function editedText(edit: PlantedEdit, original: string): string {
  return (edit.head === undefined ? "" : `${edit.head}\n`) + mutate(edit, original).text
}

/** Why an edit cannot be planted; `undefined` if it can. */
export function findProblem(edit: PlantedEdit): string | undefined {
  const file = join(references[edit.reference].example, edit.file)
  try {
    const original = readFileSync(join(examples, file), "utf8")
    if (canLoad(file, original, editedText(edit, original))) return undefined
    return `${file}: cannot be loaded with: ${edit.what}`
  } catch (error) {
    return `${file}: ${(error as Error).message}: ${JSON.stringify(edit.search)}`
  }
}

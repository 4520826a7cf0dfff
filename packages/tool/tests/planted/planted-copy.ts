import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createTestDatabase } from "@trivet/postgres/testing"
import { copyApplication } from "../testing/example-copy.ts"
import {
  editedText,
  type PlantedEdit,
  type Reference,
  type ReferenceName,
  references,
} from "./planted-edit.ts"

const root = join(import.meta.dirname, "../../../..")
const copied = [
  "src",
  "page/public",
  "package.json",
  "openapi.json",
  "tests/administrators",
  ...Object.values(references).flatMap(({ access, table }) => [access, table]),
]

/** A copy of a reference, with an error in it or without. */
export interface PlantedCopy extends Reference {
  /** The folder of the copy. */
  readonly folder: string
  /** What the program needs in its environment: a database of its own, among others. */
  readonly env: Readonly<Record<string, string>>
  remove(): Promise<void>
}

/** Copies a reference and plants errors in the copy, if some are given. */
export async function createPlantedCopy(
  reference: ReferenceName,
  ...edits: readonly PlantedEdit[]
): Promise<PlantedCopy> {
  const folder = copyApplication(join(root, references[reference].folder), copied)
  const manifest = join(folder, "package.json")
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "type": "module" }\n')
  for (const edit of edits) {
    const file = join(folder, edit.file)
    writeFileSync(file, editedText(edit, readFileSync(file, "utf8")))
  }
  // Without the condition of the sources: the compiler reads the built declarations, as in a user's application.
  const { customConditions: _, ...compilerOptions } = (
    JSON.parse(readFileSync(join(root, "tsconfig.base.json"), "utf8")) as {
      readonly compilerOptions: Readonly<Record<string, unknown>>
    }
  ).compilerOptions
  const project = { compilerOptions: { ...compilerOptions, noEmit: true }, include: ["src", "tests"] }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(project))
  const database = await createTestDatabase()
  return {
    ...references[reference],
    folder,
    env: {
      DATABASE_URL: database.url,
      REDIS_URL: "",
      JWT_SECRET: "a secret of planted copies, longer than 32 bytes",
      BCRYPT_COST: "4",
      // Limits would end the calls of a finder, not the errors.
      RATE_LIMIT: "off",
    },
    remove: async () => {
      rmSync(folder, { recursive: true, force: true })
      await database.drop()
    },
  }
}

import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Mutant } from "../mutant.ts"

/** A file with one mutant in it. */
export interface Mutated {
  readonly text: string
  /** The line on which the change begins. */
  readonly line: number
}

/** Puts a mutant into the text of its file. Throws unless the searched text occurs exactly once. */
export function mutate({ search, replace }: Pick<Mutant, "search" | "replace">, original: string): Mutated {
  const at = original.indexOf(search)
  if (at < 0) throw new Error("the searched text does not occur in the file")
  if (original.includes(search, at + 1))
    throw new Error("the searched text occurs more than once in the file")
  if (search === replace) throw new Error("the replacement changes nothing")
  return {
    text: original.slice(0, at) + replace + original.slice(at + search.length),
    line: original.slice(0, at).split("\n").length,
  }
}

/** Why mutants cannot be judged as they are written: a text that is not found exactly once, a file that is missing. */
export function problemsOf(mutants: readonly Mutant[], workspace: string): string[] {
  return mutants.flatMap((mutant) => {
    const missing = [mutant.file, ...mutant.tests].filter((path) => !existsSync(join(workspace, path)))
    if (mutant.tests.length === 0)
      return [`${mutant.file}: a mutant names no tests: ${describeChange(mutant)}`]
    if (missing.length > 0)
      return missing.map((path) => `${path}: a mutant names this file, which does not exist`)
    try {
      mutate(mutant, readFileSync(join(workspace, mutant.file), "utf8"))
      return []
    } catch (error) {
      return [`${mutant.file}: ${(error as Error).message}: ${JSON.stringify(mutant.search)}`]
    }
  })
}

/** A mutant's change on one line. */
export function describeChange({ search, replace }: Mutant): string {
  return `${JSON.stringify(search)} → ${JSON.stringify(replace)}`
}

/** A deliberate weakening of one file. The named tests must fail with it, or they do not protect what it weakens. */
export interface Mutant {
  /** The file to change, relative to the workspace. */
  readonly file: string
  /** The text to replace. It must occur exactly once in the file. */
  readonly search: string
  readonly replace: string
  /** The test files to run, relative to the workspace, the one that fails first at the front. */
  readonly tests: readonly string[]
  /** What an attacker gains, or a user loses, if no test notices. */
  readonly why: string
  /** Left out of the short form: its tests take more than about 5 seconds. */
  readonly slow?: true
}

/** Mutants of one file that the same tests must kill: the text to replace, its replacement, and why. */
export function mutantsOf(
  file: string,
  tests: readonly string[],
  changes: readonly (readonly [search: string, replace: string, why: string])[],
): Mutant[] {
  return changes.map(([search, replace, why]) => ({ file, search, replace, tests, why }))
}

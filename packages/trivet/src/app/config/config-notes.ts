import { configNotesKey, inspectionKey } from "../../fault/global-keys.ts"

/** An environment variable that an application reads. */
export interface ConfigVariable {
  /** The name; `(together)` for a problem of several variables. */
  readonly name: string
  /** What the schema expects, such as `a whole number`; `""` if it is not known. */
  readonly expected: string
  /** Whether the application does not start without it. */
  readonly required: boolean
  /** What is wrong with it in this environment; `undefined` if it is valid. It never contains the value. */
  readonly problem: string | undefined
}

/** One call of `config()`, recorded while a tool inspects the program. */
export interface ConfigNote {
  /** The place of the call in the source. */
  readonly where: string | undefined
  /** The variables of its schema. */
  readonly variables: readonly ConfigVariable[]
}

const globals = globalThis as { [configNotesKey]?: ConfigNote[]; [inspectionKey]?: unknown }

/**
 * Records a call of `config()` if a tool wants it. Returns whether a tool inspects the program; `config()` then throws
 * no fault.
 */
export function noteConfig(note: ConfigNote): boolean {
  const inspected = globals[inspectionKey] !== undefined
  if (inspected) globals[configNotesKey] ??= []
  globals[configNotesKey]?.push(note)
  return inspected
}

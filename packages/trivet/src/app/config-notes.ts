import { inspectionKey } from "./inspection.ts"

/** A variable that an application reads. */
export interface ConfigVariable {
  readonly name: string
  readonly expected: string
  readonly required: boolean
  /** What is wrong with it in this environment; `undefined` where nothing is. It never holds a value. */
  readonly problem: string | undefined
}

/** One call of `config()`, for the tool that looks into an application. */
export interface ConfigNote {
  readonly where: string | undefined
  readonly variables: readonly ConfigVariable[]
}

/** The key under which the notes lie on `globalThis`. They are kept only while a tool looks into the program. */
export const configNotesKey: unique symbol = Symbol.for("trivet.configuration")

const globals = globalThis as { [configNotesKey]?: ConfigNote[]; [inspectionKey]?: unknown }

/** Leaves a note if a tool inspects the program; then `config()` reports no fault for its environment. */
export function noteConfig(note: ConfigNote): boolean {
  if (globals[inspectionKey] === undefined) return false
  ;(globals[configNotesKey] ??= []).push(note)
  return true
}

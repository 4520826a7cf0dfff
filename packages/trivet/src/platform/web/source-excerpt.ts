/** A few lines of a source file. */
interface SourceExcerpt {
  readonly lines: readonly SourceLine[]
}

/** One line of a source excerpt. */
export interface SourceLine {
  /** The number of the line, from 1. */
  readonly number: number
  /** The text of the line. */
  readonly text: string
  /** Whether it is the line that the stack names. */
  readonly marked: boolean
}

interface FileSystem {
  statSync(path: string): { readonly size: number }
  readFileSync(path: string, encoding: "utf8"): string
}

const around = 5
const longest = 240
const mostBytes = 2_000_000

/** The lines around one, in development; `undefined` where the runtime has no files, or the file is no source. */
export function sourceExcerpt(file: string, line: number): SourceExcerpt | undefined {
  // A stack may say anything: only what could have been run is read.
  if (!/\.[cm]?[jt]sx?$/.test(file)) return undefined
  try {
    const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } }
    // Asked for only here, so that a site needs no Node to run.
    const files = process?.getBuiltinModule?.("node:fs") as FileSystem | undefined
    if (files === undefined || files.statSync(file).size > mostBytes) return undefined
    const all = files.readFileSync(file, "utf8").split(/\r?\n/)
    if (line < 1 || line > all.length) return undefined
    const first = Math.max(1, line - around)
    const lines = all.slice(first - 1, line + around).map((text, at) => ({
      number: first + at,
      text: text.length > longest ? `${text.slice(0, longest)} …` : text,
      marked: first + at === line,
    }))
    return { lines }
  } catch {
    return undefined
  }
}

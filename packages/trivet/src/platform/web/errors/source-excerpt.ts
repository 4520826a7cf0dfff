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

/** The lines around a line, in development; `undefined` if the runtime has no files or the file is not source code. */
export function sourceExcerpt(file: string, line: number): SourceExcerpt | undefined {
  // A stack can contain any path, so only files that could have been executed are read.
  if (!/\.[cm]?[jt]sx?$/.test(file)) return undefined
  try {
    const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } }
    // Loaded only here, so that a site does not need Node.
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

import { median } from "../figures.ts"
import { type Figures, runCompiler } from "./run-compiler.ts"

/** A run that takes longer than this many seconds is not repeated: its noise is small beside it. */
const long = 5

/** The figures of one application: times and memory in the middle of several runs. */
export interface Measured {
  readonly figures: Figures | undefined
  readonly errors: readonly string[]
  readonly runs: number
}

/** Checks a folder some times. It ends early with the run that is long, that is stopped or that finds errors. */
export async function measure(folder: string, runs: number, seconds: number): Promise<Measured> {
  const all: Figures[] = []
  while (all.length < runs) {
    const { figures, errors } = await runCompiler(folder, seconds)
    if (figures === undefined || errors.length > 0) return { figures, errors, runs: 1 }
    all.push(figures)
    if (figures.total > long) break
  }
  const middle = (name: keyof Figures) => median(all.map((figures) => figures[name]))
  const figures: Figures = {
    check: middle("check"),
    total: middle("total"),
    cpu: middle("cpu"),
    memory: middle("memory"),
    types: middle("types"),
    instantiations: middle("instantiations"),
  }
  return { figures, errors: [], runs: all.length }
}

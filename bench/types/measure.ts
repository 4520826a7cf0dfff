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

/**
 * Checks folders some times, in turn, so that other work on the machine disturbs them alike. A folder is left out after
 * a run that is long, that is stopped or that finds errors.
 */
export async function measureAll(
  folders: readonly string[],
  runs: number,
  seconds: number,
): Promise<readonly Measured[]> {
  const states = folders.map((folder) => ({
    folder,
    all: [] as Figures[],
    failed: undefined as Measured | undefined,
    over: false,
  }))
  for (let run = 0; run < runs; run++) {
    for (const state of states) {
      if (state.over) continue
      const { figures, errors } = await runCompiler(state.folder, seconds)
      if (figures === undefined || errors.length > 0) state.failed = { figures, errors, runs: 1 }
      else state.all.push(figures)
      state.over = figures === undefined || errors.length > 0 || figures.cpu > long
    }
  }
  return states.map(({ all, failed }) => failed ?? { figures: middleOf(all), errors: [], runs: all.length })
}

function middleOf(all: readonly Figures[]): Figures {
  const middle = (name: keyof Figures) => median(all.map((figures) => figures[name]))
  return {
    check: middle("check"),
    total: middle("total"),
    cpu: middle("cpu"),
    memory: middle("memory"),
    types: middle("types"),
    instantiations: middle("instantiations"),
  }
}

import { resolve } from "node:path"
import { PrivatePostgres } from "@trivet/postgres/testing"
import { shuffle } from "../figures.ts"
import { intervalOf } from "../paired/interval.ts"
import { contenders } from "./contenders.ts"
import { alone, type Drained, Runner } from "./runner.ts"

/** How two work trees are compared. */
export interface BaseOptions {
  /** The other work tree. */
  readonly base: string
  /** How often both drain their jobs. */
  readonly rounds: number
  readonly jobs: number
  /** The most that the upper bound of a ratio of CPU time may be. */
  readonly most: number
}

/** The figures for one job, new to base: less is better. Time depends on what else the machine does, so it has no bound. */
const figures = [
  { name: "CPU time of the runner", of: ({ cpu }: Drained) => cpu, isBound: true },
  { name: "CPU time of PostgreSQL", of: ({ server }: Drained) => server, isBound: true },
  { name: "time", of: ({ milliseconds }: Drained) => milliseconds, isBound: false },
]

/** Runs jobs with this work tree and another one, in turns. Prints the ratios, and returns whether they are within `most`. */
export async function compareWithBase({ base, rounds, jobs, most }: BaseOptions): Promise<boolean> {
  const server = await PrivatePostgres.start()
  const runners: Runner[] = []
  try {
    const trivet = contenders[0]!
    runners.push(await Runner.start({ ...trivet, name: "base" }, server, resolve(base)))
    runners.push(await Runner.start({ ...trivet, name: "new" }, server))
    const drained: { readonly base: Drained; readonly new: Drained }[] = []
    // Two for the compiler.
    for (let round = -2; round < rounds; round++) {
      const both: Record<string, Drained> = {}
      for (const runner of shuffle(runners))
        both[runner.name] = await alone(runner, runners, () => runner.drain(jobs))
      if (round >= 0) drained.push(both as never)
    }
    const verdicts = figures.map(({ name, of, isBound }) => {
      const { middle, low, high } = intervalOf(drained.map((both) => of(both.new) / of(both.base)))
      const verdict = !isBound ? "reported" : high <= most ? "reached " : low > most ? "MISSED  " : "unsure  "
      const bound = isBound ? `; at most ${most}` : ""
      console.log(
        `${verdict}  ${middle.toFixed(3)} of base in ${name}, 95 % interval ${low.toFixed(3)} to ${high.toFixed(3)}, ${rounds} rounds of ${jobs} jobs${bound}`,
      )
      return !isBound || high <= most
    })
    return verdicts.every(Boolean)
  } finally {
    for (const runner of runners) await runner.stop()
    await server.remove()
  }
}

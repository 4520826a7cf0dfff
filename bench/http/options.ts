import { parseArgs } from "node:util"
import { type Case, cases, parts } from "./cases.ts"
import { baselines, type Runtime, serversOf } from "./contenders.ts"
import type { Plan } from "./measure.ts"

/** What one run of the bench measures. */
export interface Options extends Plan {
  readonly runtime: Runtime
  readonly cases: readonly Case[]
  readonly servers: readonly string[]
  /** Whether the figures are written to `bench/results`. */
  readonly save: boolean
}

/** Reads the flags. The baselines are always measured: all shares are shares of them. */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      bun: { type: "boolean", default: false },
      cases: { type: "string" },
      servers: { type: "string" },
      together: { type: "boolean", default: false },
      rounds: { type: "string", default: "9" },
      seconds: { type: "string", default: "2" },
      save: { type: "boolean", default: false },
    },
  })
  if (values.save && values.servers !== undefined) throw new Error("--save needs all servers: omit --servers")
  const runtime = values.bun ? "bun" : "node"
  const names = chosen("servers", values.servers, serversOf(runtime))
  const all = [...cases, ...parts]
  const named = values.cases ?? cases.map(({ name }) => name).join(",")
  const caseNames = chosen(
    "cases",
    named,
    all.map(({ name }) => name),
  )
  return {
    runtime,
    cases: all.filter(({ name }) => caseNames.includes(name)),
    servers: serversOf(runtime).filter((name) => names.includes(name) || baselines.includes(name)),
    together: values.together,
    rounds: positive("rounds", values.rounds),
    seconds: positive("seconds", values.seconds),
    save: values.save,
  }
}

function chosen(flag: string, given: string | undefined, known: readonly string[]): readonly string[] {
  const names = given?.split(",") ?? known
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`--${flag} knows ${known.join(",")}, not ${unknown.join(",")}`)
  return names
}

function positive(flag: string, given: string): number {
  const count = Number(given)
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${flag} takes a whole number, not ${given}`)
  return count
}

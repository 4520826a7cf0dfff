import { median } from "../figures.ts"
import type { Case } from "./cases.ts"
import { baselines, type Runtime } from "./contenders.ts"
import type { Samples } from "./measure.ts"
import { sharesOf } from "./report.ts"

/** Something that Trivet is to reach, and whether it did. */
export interface Goal {
  readonly text: string
  readonly reached: boolean
}

/** The least share of bare's speed, where there is such a goal. */
export const leastShares: Readonly<Record<Runtime, Partial<Record<Case["name"], number>>>> = {
  node: { a: 0.95, b: 0.8, c: 0.93, d: 0.9 },
  bun: { a: 0.92 },
}

/** The goals of one case: a least share of bare's speed, and to be ahead of every rival that was measured. */
export function goalsOf(runtime: Runtime, one: Case, samples: Samples): Goal[] {
  if (!samples.has("trivet")) return []
  const own = median(sharesOf(samples, "trivet"))
  const least = leastShares[runtime][one.name]
  const shares = least === undefined ? [] : [goal(`at least ${least} of bare`, own, least)]
  const rivals = [...samples.keys()].filter((name) => !name.startsWith("trivet") && !baselines.includes(name))
  return [
    ...shares,
    ...rivals.map((name) => goal(`ahead of ${name}`, own, median(sharesOf(samples, name)))),
    ...(one.name === "b" && samples.has("trivet-accepts") ? [contractGoal(samples)] : []),
  ]
}

/** Round by round, because what disturbs one disturbs both. Two hundredths are noise. */
function contractGoal(samples: Samples): Goal {
  const bound = sharesOf(samples, "trivet")
  const own = median(sharesOf(samples, "trivet-accepts").map((share, round) => share / bound[round]!))
  return goal("with accepts no slower than with bind(schema)", own, 0.98)
}

function goal(text: string, own: number, least: number): Goal {
  return { text: `${text}: ${own.toFixed(3)} against ${least.toFixed(3)}`, reached: own >= least }
}

import type { Outcome } from "./step.ts"

/** Seconds of processor time that the whole check may take, on a machine on which a `Pace` is `usual`. */
const budget = 2_600
/** A pace in milliseconds. Two cores that were busy with a check alone had 79, and with little to do 50. */
const usual = 60
/** How often the pace is measured: milliseconds. */
const interval = 10_000

/** How much processor time a fixed amount of work takes here, in milliseconds. */
export type Pace = () => number

/**
 * Whether the steps so far, with all their children, have cost less processor time than the budget. On a machine that is slower,
 * or shares its cores with neighbours, the same work takes more of it, so there the budget is larger.
 */
export function checkCost(cpu: number | undefined, pace: number): Outcome {
  if (cpu === undefined) return { ok: true, output: "", note: "not measured: there is no /proc" }
  const most = Math.round(budget * Math.max(1, pace / usual))
  const note = `${Math.round(cpu)} of ${most} s of CPU, at a pace of ${pace.toFixed(1)} ms`
  const output = `The check has taken ${note}. Make tests cheaper: the slowest files are listed above. A new test that needs minutes belongs into a long form (TRIVET_LONG).`
  return { ok: cpu <= most, output, note }
}

/**
 * Measures the pace again and again while the steps run. What a machine can do at the end of a check says little about the
 * half hour before. Returns the mean so far.
 */
export function samplePace(): Pace {
  const samples = [timeOfWork()]
  setInterval(() => samples.push(timeOfWork()), interval).unref()
  return () => samples.reduce((sum, one) => sum + one, 0) / samples.length
}

function timeOfWork(): number {
  const start = process.cpuUsage()
  const words = new Map<string, number>()
  for (let at = 0; at < 100_000; at++) {
    const word = (at * 7_919).toString(36).slice(-4)
    words.set(word, (words.get(word) ?? 0) + word.charCodeAt(0))
  }
  return process.cpuUsage(start).user / 1_000
}

import { cpuSeconds } from "./cpu-seconds.ts"
import type { Outcome } from "./step.ts"

/** Seconds of processor time that the whole check may take, on a machine on which `paceOf()` is `usual`. */
const budget = 2_600
/** What `paceOf()` was where the budget was set: milliseconds. */
const usual = 40

/**
 * Whether the steps so far, with all their children, have cost less processor time than the budget. A busy machine makes the
 * check longer and hardly dearer, so this fails because of the check itself. On a slower machine the budget is larger.
 */
export function checkCost(cpu = cpuSeconds(), pace = paceOf()): Outcome {
  if (cpu === undefined) return { ok: true, output: "", note: "not measured: there is no /proc" }
  const most = Math.round(budget * Math.max(1, pace / usual))
  const note = `${Math.round(cpu)} of ${most} s of CPU`
  const output = `The check has taken ${note}. Make tests cheaper: the slowest files are listed above. A new test that needs minutes belongs into a long form (TRIVET_LONG).`
  return { ok: cpu <= most, output, note }
}

/** How much processor time a fixed amount of work takes here, in milliseconds: the best of 20. */
function paceOf(): number {
  return Math.min(...Array.from({ length: 20 }, timeOfWork))
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

import { loadavg } from "node:os"
import { cpuSeconds } from "./cpu-seconds.ts"
import type { Outcome, Step } from "./step.ts"
import { twoAtOnce } from "./two-at-once.ts"

/**
 * Runs steps in their order, also after one has failed, and says how each went. Neighbours that run `beside` each other do
 * so, two at a time. Returns whether all passed.
 */
export async function runSteps(steps: readonly Step[], print: (line: string) => void): Promise<boolean> {
  const width = Math.max(...steps.map(({ name }) => name.length))
  const failed: string[] = []
  const total = { passed: 0, failed: 0 }
  const start = performance.now()
  const run = async (step: Step) => {
    const stepStart = performance.now()
    const outcome = await attempt(step)
    const line = `${outcome.ok ? "ok    " : "FAILED"}  ${step.name.padEnd(width)} ${seconds(stepStart).padStart(8)}`
    print(outcome.note === undefined ? line : `${line}   ${outcome.note}`)
    if (!outcome.ok) {
      failed.push(step.name)
      print(outcome.output.trimEnd().replace(/^/gm, "        "))
    }
    const counted = outcome.tests ?? { passed: Number(outcome.ok), failed: Number(!outcome.ok) }
    total.passed += counted.passed
    total.failed += counted.failed
  }
  for (const group of groupsOf(steps)) await twoAtOnce(group, run)
  const verdict = failed.length === 0 ? "all passed" : `failed: ${failed.join(", ")}`
  print(`\n${steps.length} steps in ${seconds(start)}, ${verdict}${loadNote()}`)
  print(`${total.passed} passed, ${total.failed} failed`)
  return failed.length === 0
}

/** Neighbours that run beside each other are one group, every other step is its own. */
function groupsOf(steps: readonly Step[]): Step[][] {
  const groups: Step[][] = []
  for (const step of steps) {
    const last = groups.at(-1)
    if (step.beside === true && last?.at(-1)?.beside === true) last.push(step)
    else groups.push([step])
  }
  return groups
}

async function attempt(step: Step): Promise<Outcome> {
  try {
    return await step.run()
  } catch (error) {
    return { ok: false, output: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/** What the steps have cost, and how busy the machine is, by which a duration must be judged. */
function loadNote(): string {
  const cpu = cpuSeconds()
  return cpu === undefined ? "" : `; ${Math.round(cpu)} s of CPU, load ${loadavg()[0]!.toFixed(1)}`
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}

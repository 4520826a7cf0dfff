import { repeatingChooser } from "./chooser.ts"
import { type Run, runCalls, type RunParts } from "./run.ts"

/** Milliseconds after which the best run so far is reported. */
const limit = 15_000

/** A run that fails with as few calls, failures and changes between calls as could be found. */
export interface ShrunkRun {
  readonly run: Run
  /** Whether the same order has failed again. */
  readonly isRepeatable: boolean
}

/** Looks for a shorter run that fails too. `restore` restores the tables after each try. */
export async function shrink(parts: RunParts, failed: Run, restore: () => Promise<void>): Promise<ShrunkRun> {
  const until = performance.now() + limit
  let best = failed
  const fails = async (keys: readonly string[], only: readonly number[]): Promise<boolean> => {
    if (performance.now() > until) return false
    const run = await runCalls(parts, repeatingChooser(keys), only)
    await restore()
    if (run.violation !== undefined) best = run
    return run.violation !== undefined
  }
  // An invariant may count on all calls. It says something about others only if it holds for them without a race.
  const holdsInTurn = async (only: readonly number[]): Promise<boolean> => {
    const run = await runCalls(parts, repeatingChooser([]), only)
    await restore()
    return run.violation === undefined
  }
  const indexes = () => best.callers.map(({ index }) => index)
  if (!(await fails(failed.keys, indexes()))) return { run: failed, isRepeatable: false }
  for (const { index, letter } of failed.callers) {
    const others = indexes().filter((one) => one !== index)
    if (others.length === 0 || !(await holdsInTurn(others))) continue
    await fails(withoutCall(best.keys, letter), others)
  }
  for (const failure of failed.failures)
    await fails(
      best.keys.filter((key) => key !== failure),
      indexes(),
    )
  for (let length = 0, { keys } = best; length < keys.length; length++)
    if (await fails(keys.slice(0, length), indexes())) break
  return { run: best, isRepeatable: true }
}

function withoutCall(keys: readonly string[], letter: string): readonly string[] {
  return keys.filter((key) => !new RegExp(`^${letter}(?:\\d+)? `).test(key))
}

import type { TestApp } from "trivet/testing"
import { type Caller, textOfError } from "./caller.ts"
import type { SimulateOptions } from "./simulate-options.ts"

const nothing = { status: undefined, value: undefined, error: undefined }

/** The part of a run that it looks at. */
interface FinishedRun {
  /** All calls, also those that were left out. */
  readonly calls: readonly Caller[]
  /** The calls that took part, and timed work. */
  readonly all: readonly Caller[]
  readonly failures: readonly string[]
}

/** What is wrong after the calls have ended; `undefined` if nothing is. */
export async function findViolation(
  { invariant }: SimulateOptions,
  app: TestApp,
  { calls, all, failures }: FinishedRun,
): Promise<Error | undefined> {
  // Time passes in every application.
  const hasFailed = failures.some((key) => !key.startsWith("clock "))
  const stuck = all.find(({ isLive }) => isLive)
  if (stuck !== undefined)
    return new Error(`${stuck.letter} never ends: it waits for something that no other call does`)
  for (const { letter, problems } of all) {
    const problem = problems.find(({ kind }) => kind === "contract" || !hasFailed)
    if (problem !== undefined) return new Error(`${letter}: ${problem.text}`)
  }
  const unexpected = hasFailed ? undefined : all.find(isUnexpected)
  if (unexpected !== undefined) {
    const { error } = unexpected.outcome!
    return new Error(`${unexpected.letter} throws ${textOfError(error)}`, { cause: error })
  }
  try {
    // Of calls that were left out too: an invariant may find them by their place.
    const outcomes = calls.map(({ name: call, outcome }) => outcome ?? { call, ...nothing })
    const kept = await invariant(app, outcomes)
    return kept === false ? new Error("the invariant is false") : undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** Whether it threw an error without a status, or with 500 that no reply had. Other errors are answers, such as 409 and 503. */
function isUnexpected({ outcome }: Caller): boolean {
  const { status, error } = outcome!
  if (error === undefined) return false
  const { status: thrown } = error as { readonly status?: unknown }
  return typeof thrown !== "number" || (thrown === 500 && status !== 500)
}

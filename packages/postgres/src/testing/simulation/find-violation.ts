import type { TestApp } from "trivet/testing"
import { type Caller, textOfError } from "./caller.ts"
import type { SimulateOptions } from "./simulate-options.ts"

/** What is wrong after the calls have ended; `undefined` if nothing is. */
export async function findViolation(
  { invariant }: SimulateOptions,
  app: TestApp,
  callers: readonly Caller[],
  hasFailed: boolean,
): Promise<Error | undefined> {
  const stuck = callers.find(({ isLive }) => isLive)
  if (stuck !== undefined)
    return new Error(`${stuck.letter} never ends: it waits for something that no other call does`)
  const unexpected = hasFailed ? undefined : callers.find(isUnexpected)
  if (unexpected !== undefined) {
    const { error } = unexpected.outcome!
    if (error === undefined) return new Error(`${unexpected.letter} ends with 500`)
    return new Error(`${unexpected.letter} throws ${textOfError(error)}`, { cause: error })
  }
  try {
    const outcomes = callers.map(({ outcome }) => outcome!)
    const kept = await invariant(app, outcomes)
    return kept === false ? new Error("the invariant is false") : undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** 500, or an error without a status. Other statuses are answers, such as 409 and 503. */
function isUnexpected({ outcome }: Caller): boolean {
  const { status, error } = outcome!
  if (error === undefined) return status === 500
  const { status: thrown } = error as { readonly status?: unknown }
  return typeof thrown !== "number" || thrown === 500
}

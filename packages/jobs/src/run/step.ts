import type { Context } from "trivet"
import { fault } from "../faults.ts"
import { findIncoming } from "./job-incoming.ts"
import { Steps } from "./steps.ts"

/** What JSON makes of a step's result: a text of a date, and of a bigint. */
export type StepResult<T> = unknown extends T
  ? T
  : T extends Date | bigint
    ? string
    : T extends object
      ? { readonly [Name in keyof T]: StepResult<T[Name]> }
      : T

/**
 * Runs a part of a job once: `const rows = await step(ctx, "download", () => this.#download(url, ctx.signal))`. Its queries are a
 * transaction, which also stores the result, so that the next attempt of the job returns the result and does not run the part again.
 * What a part does elsewhere happens again if the process ends before the commit. The result is JSON of at most 64 KiB. Each step of
 * a job has another name.
 */
export async function step<Result>(
  ctx: Context,
  name: string,
  work: () => Result | Promise<Result>,
): Promise<StepResult<Result>> {
  const incoming = findIncoming(ctx)
  if (incoming?.store === undefined) throw fault("STEP_WITHOUT_JOB", { name })
  incoming.steps ??= new Steps(incoming.store, incoming.job)
  return (await incoming.steps.run(name, work, incoming.signal)) as StepResult<Result>
}

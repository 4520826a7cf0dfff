import { afterCommit } from "trivet/extend"
import { fault } from "../faults.ts"
import type { JobStore, TakenJob } from "../store/job-store.ts"

/** The most characters of the JSON of a step's result. */
const mostResult = 65_536

/** The steps of one attempt of a job. */
export class Steps {
  readonly #store: JobStore
  readonly #job: TakenJob
  readonly #names = new Set<string>()
  #stored: Promise<ReadonlyMap<string, unknown>> | undefined

  constructor(store: JobStore, job: TakenJob) {
    this.#store = store
    this.#job = job
  }

  async run(name: string, work: () => unknown, signal: AbortSignal): Promise<unknown> {
    const { queue } = this.#job
    if (typeof name !== "string" || name === "" || name.length > 200)
      throw fault("STEP_NAME_INVALID", { name: JSON.stringify(name), job: queue })
    // Two steps with one name would have one result.
    if (this.#names.size === this.#names.add(name).size) throw fault("STEP_NAME_TAKEN", { name, job: queue })
    // It would be a savepoint, and be rolled back with the whole.
    if (afterCommit(() => undefined)) throw fault("STEP_IN_TRANSACTION", { name, job: queue })
    const stored = await (this.#stored ??= this.#read())
    if (stored.has(name)) return stored.get(name)
    signal.throwIfAborted()
    return this.#store.runStep(this.#job, name, async () => this.#resultOf(name, await work()))
  }

  async #read(): Promise<ReadonlyMap<string, unknown>> {
    // Most jobs have no steps, and most that have are in their first attempt.
    const steps = await this.#store.stepsOf(this.#job)
    return new Map(steps.map((one) => [one.name, one.result]))
  }

  /** The result as JSON: what a later attempt returns. Results of queries have counts that are bigints. */
  #resultOf(name: string, result: unknown): string {
    const text = JSON.stringify(result, (_, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    ) as string | undefined
    const reason =
      text === undefined && result !== undefined
        ? "it has no JSON form"
        : (text?.length ?? 0) > mostResult
          ? `it has ${text!.length} characters, and ${mostResult} are stored`
          : undefined
    if (reason !== undefined) throw fault("STEP_RESULT_INVALID", { name, job: this.#job.queue, reason })
    return text ?? "null"
  }
}

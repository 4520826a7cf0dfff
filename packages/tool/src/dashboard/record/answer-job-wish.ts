// Runs in the application's process, so it must not import the framework.
import type { JobWish, ShownJob, ShownJobs, ShownSchedule } from "../shown-job.ts"
import type { Recorder } from "./recorder.ts"

interface FoundJob extends Omit<ShownJob, "created" | "due" | "ended"> {
  readonly created: Date
  readonly due: Date | undefined
  readonly ended: Date | undefined
}

/** The jobs of an application, with the interface of @trivet/jobs for tools. */
export interface AppJobs {
  schedules(): readonly ShownSchedule[]
  list(filter: { readonly state: string | undefined; readonly limit: number }): Promise<readonly FoundJob[]>
  find(id: string): Promise<(FoundJob & { readonly data: unknown }) | undefined>
  retry(id: string): Promise<boolean>
  cancel(id: string): Promise<boolean>
}

/** The maximum number of listed jobs. */
const mostListed = 100
const mostPayloads = 1_000
/** The payloads of failed jobs in lists, by id: an error may quote their secrets. */
const payloads = new Map<string, unknown>()

/** Performs a request of the page, and returns a text or JSON. */
export async function answerJobWish(
  wish: JobWish,
  jobs: AppJobs | undefined,
  recorder: Recorder,
): Promise<string> {
  if (jobs === undefined) throw new Error("The application has no jobs: no module imports jobs().")
  if (wish.what === "list") return JSON.stringify(await list(wish.state, jobs, recorder))
  if (wish.what === "retry") return done(await jobs.retry(wish.id), "The job waits again.")
  if (wish.what === "cancel") return done(await jobs.cancel(wish.id), "The job is cancelled.")
  const found = await jobs.find(wish.id)
  if (found === undefined) throw new Error("This job is no longer kept.")
  recorder.noteValue(found.data)
  if (wish.what === "payload") return recorder.showValue(found.data)
  return JSON.stringify(show(found, found.error, recorder))
}

async function list(state: string | undefined, jobs: AppJobs, recorder: Recorder): Promise<ShownJobs> {
  const found = await jobs.list({ state, limit: mostListed })
  for (const { id, error } of found) {
    if (error === undefined) continue
    if (payloads.size > mostPayloads) payloads.clear()
    if (!payloads.has(id)) payloads.set(id, (await jobs.find(id))?.data)
    // Each time, because a recorder forgets the oldest secrets.
    recorder.noteValue(payloads.get(id))
  }
  const shown = found.map((job) => show(job, job.error?.split("\n", 1)[0], recorder))
  return { jobs: shown, schedules: jobs.schedules() }
}

function show(job: FoundJob, error: string | undefined, recorder: Recorder): ShownJob {
  const { id, job: name, state, attempts, created, due, ended } = job
  return {
    id,
    job: name,
    state,
    attempts,
    created: created.getTime(),
    due: due?.getTime(),
    ended: ended?.getTime(),
    error: error === undefined ? undefined : recorder.clean(error),
  }
}

function done(isDone: boolean, text: string): string {
  if (!isDone) throw new Error("The job has changed meanwhile.")
  return text
}

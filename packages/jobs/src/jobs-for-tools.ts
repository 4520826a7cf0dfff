import type { Clock } from "trivet"
import type { Jobs } from "./jobs.ts"
import type { KnownJobs } from "./known-jobs.ts"
import { nextOccurrence } from "./occurrences.ts"

/** The symbol under which `trivet dev` looks for the jobs of an application. */
export const toolKey: unique symbol = Symbol.for("trivet.jobs")

/** What `trivet dev` shows of jobs, and lets a person do with them. The tool knows this form and not this package. */
export interface JobsForTools extends Pick<Jobs, "list" | "find" | "retry" | "cancel"> {
  schedules(): readonly {
    readonly job: string
    readonly cron: string
    readonly zone: string
    /** Milliseconds since 1970. */
    readonly next: number
  }[]
}

/** Makes what a tool gets of the jobs of an application. */
export function jobsForTools(jobs: Jobs, known: KnownJobs, clock: Clock): JobsForTools {
  return {
    list: (filter) => jobs.list(filter),
    find: (id) => jobs.find(id),
    retry: (id) => jobs.retry(id),
    cancel: (id) => jobs.cancel(id),
    schedules: () =>
      known.all.flatMap(({ name: job, settings: { schedule } }) =>
        schedule === undefined ? [] : [{ job, ...schedule, next: nextOccurrence(schedule, clock.now()) }],
      ),
  }
}

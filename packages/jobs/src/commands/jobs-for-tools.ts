import type { Clock } from "trivet"
import type { Jobs } from "../jobs.ts"
import type { KnownJobs } from "../known-jobs.ts"
import { nextOccurrence } from "../run/occurrences.ts"

/** The key under which tools find the jobs of an application, on an instance. */
export const jobsKey: unique symbol = Symbol.for("trivet.jobs")

/**
 * The interface of jobs for `trivet dev`, `trivet fuzz` and `mailTo()` of `trivet/testing`, which know it and do not import this
 * package.
 */
export interface JobsForTools extends Pick<Jobs, "list" | "find" | "retry" | "cancel" | "watch" | "runDue"> {
  schedules(): readonly {
    readonly job: string
    readonly cron: string
    readonly zone: string
    /** Milliseconds since 1970. */
    readonly next: number
  }[]
}

/** Creates the interface for tools. */
export function jobsForTools(jobs: Jobs, known: KnownJobs, clock: Clock): JobsForTools {
  return {
    list: (filter) => jobs.list(filter),
    find: (id) => jobs.find(id),
    retry: (id) => jobs.retry(id),
    cancel: (id) => jobs.cancel(id),
    watch: (watcher) => jobs.watch(watcher),
    runDue: () => jobs.runDue(),
    schedules: () =>
      known.all.flatMap(({ name: job, settings: { schedule } }) =>
        schedule === undefined ? [] : [{ job, ...schedule, next: nextOccurrence(schedule, clock.now()) }],
      ),
  }
}

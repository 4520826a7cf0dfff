import type { ContextKey, Reply, RouteField } from "trivet"
import { type Incoming, answerKind } from "trivet/extend"
import { jobKind } from "../job.ts"
import { findIncoming, JobIncoming } from "./job-incoming.ts"
import type { JobStore } from "../store/job-store.ts"
import type { KnownJobs } from "../known-jobs.ts"

/** Answers a job: the status of the reply says whether the attempt has succeeded. */
export type AnswerJob = (incoming: Incoming) => Reply | Promise<Reply>

/** Creates the function that answers jobs. Called while the application is built. */
export function answerJobs(known: KnownJobs, store: JobStore): AnswerJob {
  return answerKind({
    kind: jobKind,
    fields: [jobField(known, store)],
    failed: (thrown, incoming) => {
      if (incoming instanceof JobIncoming) incoming.thrown = thrown
    },
  })
}

/**
 * The field `job`: its options. If the handler gets a transaction of the store's database, the job is completed in it.
 */
function jobField(known: KnownJobs, store: JobStore): RouteField {
  return {
    name: "job",
    compile: (route, run) => {
      known.add(route)
      return (ctx) => {
        const incoming = findIncoming(ctx)
        if (incoming === undefined) return run(ctx)
        const { job } = incoming
        incoming.store = store
        store.completeIn?.(ctx, job, () => (incoming.isCompleted = true))
        // Also without the middleware `requestId()`, which a request may have had in its own group.
        if (job.origin?.requestId !== undefined) ctx.set("request_id", job.origin.requestId)
        const { tenant } = incoming
        const name = tenant?.name as ContextKey
        if (tenant !== undefined && ctx.get(name) === undefined) ctx.set(name, tenant.value)
        return run(ctx)
      }
    },
  }
}

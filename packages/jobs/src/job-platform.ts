import { type Platform, Reply } from "trivet"
import { type CompiledField, platformOf, readReturned } from "trivet/scope"
import { jobKind } from "./job.ts"
import { JobIncoming } from "./job-incoming.ts"
import type { JobStore } from "./job-store.ts"
import type { KnownJobs } from "./known-jobs.ts"

/** Answers jobs: the status of a reply says whether the attempt has succeeded. */
export function jobPlatform(known: KnownJobs, store: JobStore): Platform {
  return platformOf({
    name: "jobs",
    serves: [jobKind],
    fields: [jobField(known, store)],
    reply: (value, call) => readReturned(value, call),
    fail: (thrown, call) => {
      const { incoming } = call
      if (incoming instanceof JobIncoming) incoming.thrown = thrown
      return Reply.json(500, null)
    },
  })
}

/** `job`: its options. If the handler gets a transaction of the store's database, the job is completed in it. */
function jobField(known: KnownJobs, store: JobStore): CompiledField {
  return {
    name: "job",
    compile: (route, run) => {
      known.add(route)
      if (store.completeIn === undefined) return run
      return (call) => {
        const { incoming } = call
        if (incoming instanceof JobIncoming)
          store.completeIn!(call, incoming.job, () => (incoming.isCompleted = true))
        return run(call)
      }
    },
  }
}

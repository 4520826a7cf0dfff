import type { StandardSchema } from "trivet"
import { findJsonSchema } from "trivet/extend"
import type { JobRecord } from "./job.ts"
import type { JobSettings } from "./job-settings.ts"
import { fault } from "./faults.ts"
import type { Queue } from "./store/job-store.ts"
import { checkSchedule } from "./run/occurrences.ts"

/** A job of the application. */
export interface KnownJob {
  readonly name: string
  readonly settings: JobSettings
  readonly payload: StandardSchema | undefined
}

/** A route of the kind `job`, as boot compiles it. */
interface JobRoute {
  readonly path: string
  readonly record: object
}

/** The jobs of an application, collected while it is built. */
export class KnownJobs {
  readonly #byName = new Map<string, KnownJob>()
  readonly #bySettings = new Map<JobSettings, KnownJob>()

  get all(): readonly KnownJob[] {
    return [...this.#byName.values()]
  }

  /** Adds a job. Throws a fault if its name, its payload schema or its schedule is invalid. */
  add({ path: name, record }: JobRoute): void {
    const { job: settings, accepts } = record as JobRecord & {
      readonly accepts?: { readonly body?: StandardSchema }
    }
    const payload = accepts?.body
    if (!/^[\w./-]+$/.test(name)) throw fault("JOB_NAME_INVALID", { job: name })
    if (payload !== undefined && findJsonSchema(payload, "input") === undefined)
      throw fault("JOB_PAYLOAD_NOT_DESCRIBED", { job: name })
    if (settings.schedule !== undefined) checkSchedule(name, settings.schedule)
    const known = { name, settings, payload }
    this.#byName.set(name, known)
    this.#bySettings.set(settings, known)
  }

  /** Finds the job of a record. Its options are looked up first, because a group may add a prefix to its path. */
  find(record: { readonly path: string; readonly job?: JobSettings }): KnownJob {
    const known = (record.job && this.#bySettings.get(record.job)) ?? this.#byName.get(record.path)
    if (known === undefined) throw fault("JOB_UNKNOWN", { job: record.path })
    return known
  }
}

/** The queue of a job. */
export function queueOf({ name, settings: { retry, timeout, keyOf, limit } }: KnownJob): Queue {
  return {
    name,
    retries: retry.times,
    retryDelay: retry.delay,
    retryMost: retry.maxDelay,
    timeout,
    unique: keyOf !== undefined,
    limit,
  }
}

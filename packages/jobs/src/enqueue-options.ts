import type { JobSettings } from "./job-settings.ts"

/** Options of `enqueue()`. */
export interface EnqueueOptions {
  /**
   * The transaction that the job is part of: it is enqueued when the transaction commits, and not at all if it is rolled
   * back. Default: the transaction that the running code is in; otherwise the job is enqueued at once.
   */
  readonly trx?: object
  /** Milliseconds before the job is due. Default: 0. */
  readonly delay?: number
  /**
   * What `limit` of the job counts by, such as the id of a tenant. A job without `limit` takes none. Default: jobs without
   * a key share one.
   */
  readonly key?: string | undefined
}

/** What `enqueue()` needs of the record of a job. */
export interface EnqueuedJob<Payload> {
  readonly path: string
  readonly job: JobSettings
  readonly payload?: Payload
}

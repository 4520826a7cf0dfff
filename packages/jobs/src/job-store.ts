import type { Context } from "trivet"

/** A job as it is added to a store. */
export interface NewJob {
  readonly queue: string
  /** The payload, as JSON can represent it. */
  readonly data: unknown
  /** Milliseconds before it is due. */
  readonly delay: number
  /** While a job of the same queue and key waits for its first attempt, no other is added; `undefined` for any number. */
  readonly key: string | undefined
  /** A UUID, if the same job may be added more than once: only the first is. */
  readonly id: string | undefined
}

/** A job that a process has taken to run it. */
export interface TakenJob {
  readonly queue: string
  readonly id: string
  readonly data: unknown
  /** The number of this attempt, from 1. */
  readonly attempt: number
}

/** What a job is doing: it waits, it runs, or it has ended in one of three ways. */
export type JobState = "waiting" | "running" | "done" | "dead" | "cancelled"

/** A job as listings show it. */
export interface JobInfo {
  readonly id: string
  /** The name of the job: its path. */
  readonly job: string
  readonly state: JobState
  /** How many attempts have begun. */
  readonly attempts: number
  readonly created: Date
  /** When it is due, if it waits. */
  readonly due: Date | undefined
  /** When it ended. */
  readonly ended: Date | undefined
  /** Why the last attempt failed. */
  readonly error: string | undefined
}

/** A job with its payload. */
export interface JobDetails extends JobInfo {
  readonly data: unknown
}

/** Which jobs are listed. */
export interface JobFilter {
  /** The name of the job. Default: all. */
  readonly job?: string | undefined
  /** The state. Default: all. */
  readonly state?: JobState | undefined
  /** The greatest number, newest first. Default: 50. */
  readonly limit?: number | undefined
}

/** A queue: the jobs of one record. */
export interface Queue {
  readonly name: string
  /** How many further attempts a failed job gets. */
  readonly retries: number
  /**
   * Milliseconds before the second attempt; doubled for each further one up to `retryMost`. A store may round it up to
   * seconds, and may add up to as much again at random, so that jobs which failed together do not run together again.
   */
  readonly retryDelay: number
  readonly retryMost: number
  /** Milliseconds that an attempt may take. */
  readonly timeout: number
  /** Whether jobs have keys, of which only one may wait. */
  readonly unique: boolean
}

/** How a store is opened. */
export interface OpenOptions {
  readonly queues: readonly Queue[]
  /** Called when a job may have become due, at least for those that this process adds. It may be called too often. */
  readonly onAdded: (queue: string) => void
  /** Called with what went wrong in work that nobody waits for. */
  readonly onError: (error: unknown) => void
}

/**
 * Where jobs are kept, and who runs which. `jobs()` uses one in memory, or one in PostgreSQL if `database` is set. Each operation is
 * atomic: of all processes, one gets a job, and only that one can complete it.
 */
export abstract class JobStore {
  /** The name under which `serve()` logs that jobs are lost when the process ends; `undefined` if they are not. */
  readonly inMemory?: string | undefined
  /** Prepares the queues. Everything else is called later. */
  abstract open(options: OpenOptions): Promise<void>
  /** Begins what a process that runs jobs does beside: takes over jobs of processes that ended, and deletes old jobs. */
  abstract keep(): Promise<void>
  /** Adds a job, in the transaction if one is given. Returns its id; `undefined` if the same job is there already. */
  abstract add(job: NewJob, trx?: unknown): Promise<string | undefined>
  /** Adds a job that this process has taken: no other gets it. Returns `undefined` if the same job is there already. */
  abstract addTaken(job: NewJob): Promise<TakenJob | undefined>
  /** Takes jobs that are due, the oldest first. */
  abstract take(queue: string, most: number): Promise<readonly TakenJob[]>
  /** Of these queues, returns those that have jobs which are due. */
  abstract due(queues: readonly string[]): Promise<readonly string[]>
  /** Tells that jobs are still being run. */
  abstract touch(jobs: readonly TakenJob[]): Promise<void>
  /** Completes a job, in the transaction if one is given. Returns whether it was still this process's to complete. */
  abstract complete(job: TakenJob, trx?: unknown): Promise<boolean>
  /**
   * Completes a job in the transaction that its handler gets, just before it is committed, and calls `completed` then. The
   * transaction is rolled back if the job was taken over. Not there if the store takes part in no transaction.
   */
  completeIn?(ctx: Context, job: TakenJob, completed: () => void): void
  /**
   * Counts the attempt as failed: the job waits for the next, or is dead. It is dead in any case if `isFinal`. Does nothing
   * if it was taken over.
   */
  abstract fail(job: TakenJob, error: string, isFinal?: boolean): Promise<void>
  /**
   * Hands back a job that this process cannot finish: it waits and is due at once, also if this was its last attempt. Does
   * nothing if it was taken over.
   */
  abstract handBack(job: TakenJob, reason: string): Promise<void>
  /** Lists jobs, newest first. */
  abstract list(filter: JobFilter): Promise<readonly JobInfo[]>
  /** Returns one job. */
  abstract find(id: string): Promise<JobDetails | undefined>
  /**
   * Makes a dead or cancelled job wait again, for at least one attempt more. Returns whether there was one; false too if
   * it was cancelled and another with its key waits.
   */
  abstract retry(id: string): Promise<boolean>
  /** Cancels a job that has not ended. One that runs is not stopped, but cannot complete. Returns whether there was one. */
  abstract cancel(id: string): Promise<boolean>
  /** Ends everything that `open()` and `keep()` began. */
  abstract close(): Promise<void>
}

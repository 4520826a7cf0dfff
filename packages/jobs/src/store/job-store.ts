import type { Context } from "trivet"

/** A job as it is added to a store. */
export interface NewJob {
  readonly queue: string
  /** The payload, as JSON can represent it. */
  readonly data: unknown
  /** Milliseconds before it is due. */
  readonly delay: number
  /**
   * Deduplication key: while a job with this queue and key waits for its first attempt, no other is added. `undefined`:
   * no limit.
   */
  readonly key: string | undefined
  /** A UUID that makes adding idempotent: a second job with the same id is not added. `undefined` for a random id. */
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

/** The state of a job: waiting, running, or ended in one of three ways. */
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
  /** The maximum number of jobs, newest first. Default: 50. */
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
  /** Whether jobs have keys, so that only one job per key may wait. */
  readonly unique: boolean
}

/** How a store is opened. */
export interface OpenOptions {
  readonly queues: readonly Queue[]
  /** Called when a job may have become due, at least for those that this process adds. Extra calls are allowed. */
  readonly onAdded: (queue: string) => void
  /** Called with errors of background work. */
  readonly onError: (error: unknown) => void
}

/**
 * The store of jobs, which also assigns them to processes. `jobs()` uses one in memory, or one in PostgreSQL if
 * `database` is set. Each operation is atomic: one process gets a job, and only that process can complete it.
 */
export abstract class JobStore {
  /** The name under which `serve()` logs that jobs are lost when the process ends; `undefined` if they are not. */
  readonly inMemory?: string | undefined
  /** Prepares the queues. It is called before all other methods. */
  abstract open(options: OpenOptions): Promise<void>
  /**
   * Starts the background work of a process that runs jobs: taking over jobs of processes that ended, and deleting old
   * jobs.
   */
  abstract keep(): Promise<void>
  /** Adds a job, in the transaction if one is given. Returns its id; `undefined` if it exists already. */
  abstract add(job: NewJob, trx?: unknown): Promise<string | undefined>
  /** Adds a job and takes it at once, so that no other process gets it. Returns `undefined` if it exists already. */
  abstract addTaken(job: NewJob): Promise<TakenJob | undefined>
  /** Takes jobs that are due, the oldest first. */
  abstract take(queue: string, most: number): Promise<readonly TakenJob[]>
  /** Of these queues, returns those that have jobs which are due. */
  abstract due(queues: readonly string[]): Promise<readonly string[]>
  /** Records a heartbeat for jobs that are still running. */
  abstract touch(jobs: readonly TakenJob[]): Promise<void>
  /** Completes a job, in the transaction if one is given. Returns false if it was cancelled or taken over. */
  abstract complete(job: TakenJob, trx?: unknown): Promise<boolean>
  /**
   * Completes a job in the transaction that its handler gets, just before the commit, and then calls `completed`. The
   * transaction is rolled back if the job was taken over. Absent if the store does not support transactions.
   */
  completeIn?(ctx: Context, job: TakenJob, completed: () => void): void
  /**
   * Counts the attempt as failed: the job waits for the next one, or is dead. It is always dead if `isFinal` is true.
   * Does nothing if the job was taken over.
   */
  abstract fail(job: TakenJob, error: string, isFinal?: boolean): Promise<void>
  /**
   * Returns a job to its queue because this process cannot finish it: it waits and is due at once, even if this was its
   * last attempt. Does nothing if it was taken over.
   */
  abstract handBack(job: TakenJob, reason: string): Promise<void>
  /** Lists jobs, newest first. */
  abstract list(filter: JobFilter): Promise<readonly JobInfo[]>
  /** Returns one job. */
  abstract find(id: string): Promise<JobDetails | undefined>
  /**
   * Makes a dead or cancelled job wait again, for at least one more attempt. Returns whether there was one; also false
   * if it was cancelled and another job with its key waits.
   */
  abstract retry(id: string): Promise<boolean>
  /**
   * Cancels a job that has not ended. A running job is not stopped, but it cannot complete. Returns whether there was
   * one.
   */
  abstract cancel(id: string): Promise<boolean>
  /** Stops everything that `open()` and `keep()` started. */
  abstract close(): Promise<void>
}

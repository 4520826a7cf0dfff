import type { Context } from "trivet"
import type { StoredLimit } from "../job-settings.ts"
import type { Origin, Tenant } from "../origin.ts"

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
  /** What the limit of its queue counts by; jobs without one share one. */
  readonly limitKey?: string | undefined
  /** The call that adds it. */
  readonly origin?: Origin | undefined
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
  readonly origin?: Origin | undefined
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

/** A step that a job has completed. */
export interface JobStep {
  readonly name: string
  /** What it returned, as JSON represents it. */
  readonly result: unknown
  /** The number of the attempt that completed it. */
  readonly attempt: number
  readonly ended: Date
}

/** A job with its payload, and the steps that it has completed, in order. */
export interface JobDetails extends JobInfo {
  readonly data: unknown
  readonly steps: readonly JobStep[]
}

/** The jobs of one name: how many wait, run and are dead, and whether they are paused. */
export interface QueueInfo {
  /** The name of the jobs: their path. */
  readonly job: string
  /** How many wait, due or not. Counts end at 100,000. */
  readonly waiting: number
  readonly running: number
  /** How many of those that wait have failed before. */
  readonly failed: number
  readonly dead: number
  /** How many are done since a minute ago, of the 1,000 done ones that were created last. */
  readonly doneLastMinute: number
  /** Since when the job that is taken next is due; `undefined` if none is due. */
  readonly dueSince: Date | undefined
  /** Since when no further jobs are taken; `undefined` if the queue is not paused. */
  readonly paused: Date | undefined
}

/** The most that is counted. */
export const mostCounted = 100_000

/** The most done jobs of a queue that are counted as recent. */
export const mostRecent = 1_000

/** The most jobs that one step retries or deletes. */
export const mostAtOnce = 1_000

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
  /** How many jobs with one `limitKey` are taken. */
  readonly limit?: StoredLimit | undefined
}

/** How a store is opened. */
export interface OpenOptions {
  readonly queues: readonly Queue[]
  /**
   * Called when a job may have become due that this process should take, at least for those that it adds itself. Extra
   * calls are allowed.
   */
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
  /** The tenant that the running code has in the database of the store. */
  get tenant(): Tenant | undefined {
    return undefined
  }
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
  /** Takes jobs that are due and within the limit of their key, the oldest of each key first. */
  abstract take(queue: string, most: number): Promise<readonly TakenJob[]>
  /** Of these queues, returns those that have jobs which are due. */
  abstract due(queues: readonly string[]): Promise<readonly string[]>
  /** Whether this process looks for due jobs now, if one of the processes does so each `interval` milliseconds. */
  isTurn(_interval: number): boolean {
    return true
  }
  /** Lets other processes take the jobs of a queue, if some are due: this one has no place for them. */
  async noteFull(_queue: string): Promise<void> {}
  /** Lets other processes know that this one has a place for jobs of a queue again. */
  async noteFree(_queue: string): Promise<void> {}
  /** Records a heartbeat for jobs that are still running. */
  abstract touch(jobs: readonly TakenJob[]): Promise<void>
  /** Completes a job, in the transaction if one is given. Returns false if it was cancelled or taken over. */
  abstract complete(job: TakenJob, trx?: unknown): Promise<boolean>
  /**
   * Completes a job in the transaction that its handler gets, just before the commit, and then calls `completed`. The
   * transaction is rolled back if the job was taken over. Absent if the store does not support transactions.
   */
  completeIn?(ctx: Context, job: TakenJob, completed: () => void): void
  /** Returns the steps that a job has completed, in order. */
  abstract stepsOf(job: Pick<TakenJob, "queue" | "id">): Promise<readonly JobStep[]>
  /**
   * Runs a part of a job in a transaction that also stores its result, a text of JSON. Returns the result. Rolls back and throws a
   * fault if the job was taken over, or has ended.
   */
  abstract runStep(job: TakenJob, name: string, work: () => Promise<string>): Promise<unknown>
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
  /** The time of the store. */
  abstract now(): Promise<Date>
  /** Makes up to `mostAtOnce` jobs of a queue wait again that were dead at a time, and returns how many. */
  abstract retrySome(queue: string, until: Date): Promise<number>
  /** Deletes up to `mostAtOnce` jobs of a queue that are in a state and were created before a time. Returns how many. */
  abstract deleteSome(queue: string, state: Exclude<JobState, "running">, until: Date): Promise<number>
  /** Deletes a job that does not run. Returns whether there was one. */
  abstract delete(id: string): Promise<boolean>
  /** Counts the jobs of these queues. */
  abstract count(queues: readonly string[]): Promise<readonly QueueInfo[]>
  /** Stops or continues the taking of jobs of a queue, in all processes. */
  abstract setPaused(queue: string, isPaused: boolean): Promise<void>
  /** Whether jobs of a queue are not taken now. */
  abstract isPaused(queue: string): boolean
  /** Moves the time by which jobs are due to `milliseconds` after the real one. Absent if it is that of the `Clock`. */
  moveTime?(milliseconds: number): Promise<void>
  /** Stops everything that `open()` and `keep()` started. */
  abstract close(): Promise<void>
}

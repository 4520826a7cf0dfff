import type { Origin } from "../origin.ts"
import type { JobInfo, JobState, JobStep, TakenJob } from "./job-store.ts"

/** A job in memory. */
export interface Row {
  readonly id: string
  readonly queue: string
  readonly data: unknown
  readonly key: string | undefined
  readonly limitKey: string
  readonly origin: Origin | undefined
  readonly created: number
  state: JobState
  due: number
  attempts: number
  /** The maximum number of attempts. */
  most: number
  ended: number | undefined
  steps: readonly JobStep[]
  error: string | undefined
}

/** Begins an attempt. */
export function taken(row: Row): TakenJob {
  row.state = "running"
  row.attempts++
  const { queue, id, data, attempts: attempt, origin } = row
  return { queue, id, data: structuredClone(data), attempt, origin }
}

/** Whether a job waits, due or not. */
export function isWaiting({ state }: Row): boolean {
  return state === "waiting"
}

/** A row as listings show it. */
export function infoOf({ id, queue, state, attempts, created, due, ended, error }: Row): JobInfo {
  return {
    id,
    job: queue,
    state,
    attempts,
    created: new Date(created),
    due: state === "waiting" ? new Date(due) : undefined,
    ended: ended === undefined ? undefined : new Date(ended),
    error,
  }
}

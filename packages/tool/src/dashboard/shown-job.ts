/** A job as the dashboard shows it, without its payload. Times are milliseconds since 1970. */
export interface ShownJob {
  readonly id: string
  readonly job: string
  readonly state: string
  readonly attempts: number
  readonly created: number
  readonly due: number | undefined
  readonly ended: number | undefined
  /** Why the last attempt failed; in a list only the first line. */
  readonly error: string | undefined
}

/** A schedule and its next time. */
export interface ShownSchedule {
  readonly job: string
  readonly cron: string
  readonly zone: string
  readonly next: number
}

/** The jobs that the page shows. */
export interface ShownJobs {
  readonly jobs: readonly ShownJob[]
  readonly schedules: readonly ShownSchedule[]
}

/** A request of the page about jobs. `payload` is separate: it is shown on demand only. */
export type JobWish =
  | { readonly what: "list"; readonly state: string | undefined }
  | { readonly what: "show" | "payload" | "retry" | "cancel"; readonly id: string }

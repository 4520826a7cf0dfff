import { schema } from "./schema.ts"
import type { JobInfo, JobState } from "./job-store.ts"

/** Maps the states of pg-boss to ours. */
export const states: Readonly<Record<string, JobState>> = {
  created: "waiting",
  retry: "waiting",
  active: "running",
  completed: "done",
  failed: "dead",
  cancelled: "cancelled",
}

/** A row of the pg-boss table. */
export interface Row {
  readonly id: string
  readonly name: string
  readonly state: string
  readonly data: unknown
  readonly retry_count: number
  readonly created_on: Date
  readonly start_after: Date
  readonly started_on: Date | null
  readonly completed_on: Date | null
  readonly output: { readonly error?: unknown; readonly value?: unknown } | null
}

/** The start of a query for rows. */
export const selectRows: string = `select id, name, state, data, retry_count, created_on, start_after, started_on, completed_on, output
  from ${schema}.job`

/** A query for what is due, of the queue that an expression names. */
export function dueOf(queue: string, columns = ""): string {
  return `select ${columns} from ${schema}.job where job.name = ${queue}
    and state < 'active' and not blocked and start_after <= ${schema}.job_now()`
}

/** A row as listings show it. */
export function infoOf({
  id,
  name,
  state: stored,
  retry_count,
  created_on,
  start_after,
  started_on,
  completed_on,
  output,
}: Row): JobInfo {
  const state = states[stored]!
  return {
    id,
    job: name,
    state,
    attempts: started_on === null ? 0 : retry_count + 1,
    created: created_on,
    due: state === "waiting" ? start_after : undefined,
    ended: completed_on ?? undefined,
    error: state === "done" ? undefined : errorOf(output),
  }
}

/** The messages of pg-boss for attempts whose process stopped reporting, and ours. */
const silent: Readonly<Record<string, string>> = {
  "job heartbeat timeout":
    "the process that ran the job ended, or was blocked for longer than `takeOverAfter`",
  "job timed out": "the process that ran the job did not end the attempt after its `timeout`",
}

function errorOf(output: Row["output"]): string | undefined {
  if (typeof output?.error === "string") return output.error
  const { message } = (output?.value ?? {}) as { readonly message?: unknown }
  if (typeof message === "string") return silent[message] ?? message
  return output === null ? undefined : JSON.stringify(output)
}

/** The most characters of an error that are kept. */
const mostCharacters = 10_000

/** Prepares an error for storage: PostgreSQL text cannot contain NUL or lone surrogates. */
export function storable(error: string): string {
  return error.slice(0, mostCharacters).replaceAll("\0", "\uFFFD").toWellFormed()
}

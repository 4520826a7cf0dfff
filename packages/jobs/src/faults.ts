import { defineFaults, type FaultMaker } from "trivet/extend"

/** The faults of `@trivet/jobs`. */
export const catalogue = {
  // At boot
  JOB_NAME_INVALID: {
    message: "The job `{job}` has a name with characters that are not allowed.",
    fix: "Use only letters, digits, `-`, `_`, `.` and `/` in the path of a job. What differs belongs into its payload.",
  },
  JOB_PAYLOAD_NOT_DESCRIBED: {
    message: "The payload of the job `{job}` has a schema that cannot be written as JSON Schema.",
    fix: "Use only types in `accepts.body` that JSON has: a text instead of a date, for example.",
  },
  JOB_OPTION_INVALID: {
    message: "`{option}` of the job `{job}` is {value}.",
    fix: "Set `{option}` to {wanted}.",
  },
  JOBS_OPTION_INVALID: {
    message: "`{option}` of `jobs()` is {value}.",
    fix: "Set `{option}` to a whole number of at least {least}.",
  },
  JOB_SCHEDULE_INVALID: {
    message: "The schedule `{schedule}` of the job `{job}` cannot be read: {reason}.",
    fix: "Write five fields, minute, hour, day, month and day of week, such as `0 3 * * *`, and a time zone such as `Europe/Berlin`.",
  },

  QUEUES_PAGE_UNGUARDED: {
    message: "Everybody may open the page of queues at `{path}`, which shows the payloads of jobs.",
    fix: "Add guards to `middlewares` of `queuesPage()`, such as the one that lets administrators pass.",
  },

  // When jobs are enqueued
  JOB_UNKNOWN: {
    message: "The job `{job}` is not part of this application.",
    fix: "Add its record to the `routes()` of a controller: `implement(Receipts, this)`, or `job(path, this.send, …)`.",
  },
  JOBS_WITHOUT_TRANSACTION: {
    message: "`enqueue()` got `trx`, and jobs in memory take part in no transaction.",
    fix: "Set `database` of `jobs()`, so that jobs are stored in the database of the transaction.",
  },
  JOB_WITHOUT_LIMIT: {
    message: "`enqueue()` got a `key`, and the job `{job}` has no limit that counts by it.",
    fix: "Set `limit` of the job, such as `{ maxRunning: 2 }`, or leave `key` out.",
  },
  JOB_PAYLOAD_INVALID: {
    message: "The payload of the job `{job}` does not match its schema: {reason}.",
    fix: "Pass `enqueue()` what `accepts.body` of the job describes.",
  },
  JOBS_NOT_MIGRATED: {
    message: "The tables for jobs do not exist in the database, or are those of another version.",
    fix: "Add `jobMigrations` of @trivet/jobs to `migrations` of the database, and run `db migrate`.",
  },

  // When they run
  JOB_TAKEN_OVER: {
    message: "The job `{job}` was taken over by another process before it was finished.",
    fix: "Raise `takeOverAfter` of `jobs()` if jobs block the process for long. What this attempt did in its transaction was rolled back.",
  },
  STEP_WITHOUT_JOB: {
    message: "`step(ctx, {name})` was called in a call that is no job.",
    fix: "Call it in the handler of a `job()` or `cron()`, with its own `ctx`.",
  },
  STEP_NAME_INVALID: {
    message: "A step of the job `{job}` has the name {name}.",
    fix: "Use a text of 1 to 200 characters that is the same in each attempt.",
  },
  STEP_NAME_TAKEN: {
    message: "The job `{job}` has two steps with the name `{name}`.",
    fix: "Give each step another name; in a loop, add what differs: `page 1`, `page 2`.",
  },
  STEP_IN_TRANSACTION: {
    message: "The step `{name}` of the job `{job}` began inside of a transaction.",
    fix: "Remove `inTransaction()` from the job, or call `step()` outside of `transact()` and of other steps: a step is a transaction.",
  },
  STEP_RESULT_INVALID: {
    message: "The result of the step `{name}` of the job `{job}` cannot be stored: {reason}.",
    fix: "Return JSON of at most 64 KiB: write rows or a file, and return their ids.",
  },
  JOB_TIMED_OUT: {
    message: "The job `{job}` was not finished after {milliseconds} ms.",
    fix: "Raise `timeout` of the job, or pass `ctx.signal` to what takes so long.",
  },
} as const

/** Makes a fault of this package. */
export const fault: FaultMaker<typeof catalogue> = defineFaults(catalogue, true)

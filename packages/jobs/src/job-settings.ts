import { checkOptions, type OptionNames } from "trivet/extend"
import { fault } from "./faults.ts"

/** How often a failed job runs again, and when. */
export interface RetryOptions {
  /** How many further attempts a job gets after the first. Default: 5. */
  readonly times?: number
  /** Milliseconds before the second attempt. It doubles with each further attempt. Default: 1,000. */
  readonly delay?: number
  /** The longest delay in milliseconds. Default: 3,600,000 (an hour). */
  readonly maxDelay?: number
}

/** Options of a job beside those of every record. */
export interface JobOptions {
  /** How often a failed job runs again: a number of further attempts, or all options. Default: 5 times. */
  readonly retry?: number | RetryOptions
  /**
   * Milliseconds that an attempt may take, at most 23 hours. Then it counts as failed and `ctx.signal` is aborted. Its
   * transaction is rolled back; what the handler does outside of the transaction cannot be stopped. Default: 60,000.
   */
  readonly timeout?: number
  /**
   * How many of these jobs one process runs at a time. At most, and by default, `concurrency` of `jobs()`; one less if
   * the application has other jobs, so that those do not have to wait.
   */
  readonly concurrency?: number
  /**
   * `true`: while a job with the same payload waits for its first attempt, no other is added. A function returns a key, and
   * jobs with the same key count as the same. A job whose first attempt has begun does not count: it may have read data
   * that has changed since. Default: false.
   */
  readonly unique?: boolean | ((payload: never) => string)
  /**
   * How many jobs with one key run, or start, in all processes together. The key is `key` of `enqueue()`, such as the id of
   * a tenant; jobs without one share one. Default: unlimited.
   */
  readonly limit?: JobLimit
}

/** How many jobs with one key may run at a time, and start in a time. */
export interface JobLimit {
  /** How many run at a time. Default: unlimited. */
  readonly maxRunning?: number
  /** How many attempts start in any `per` milliseconds, at most 1,000. Default: unlimited. */
  readonly maxStarts?: number
  /** Milliseconds in which `maxStarts` counts, at most a day. Default: 60,000. */
  readonly per?: number
}

/** The cron expression and the time zone of a job. */
export interface Schedule {
  readonly cron: string
  readonly zone: string
}

/** The options of a job with their defaults. A record keeps it in its field `job`. */
export interface JobSettings {
  readonly retry: Required<RetryOptions>
  readonly timeout: number
  readonly concurrency: number | undefined
  /** The key of a payload; `undefined` if jobs need not be unique. */
  readonly keyOf: ((payload: unknown) => string) | undefined
  readonly schedule: Schedule | undefined
  readonly limit: StoredLimit | undefined
}

/** A limit with its defaults. */
export interface StoredLimit {
  readonly maxRunning: number | undefined
  readonly maxStarts: number | undefined
  readonly per: number
}

/** The names of the options of a job. */
export const jobOptionNames: OptionNames<JobOptions> = {
  retry: true,
  timeout: true,
  concurrency: true,
  unique: true,
  limit: true,
}

const retryNames: OptionNames<RetryOptions> = { times: true, delay: true, maxDelay: true }
const limitNames: OptionNames<JobLimit> = { maxRunning: true, maxStarts: true, per: true }

/** Reads the options of a job. */
export function jobSettingsOf(job: string, options: JobOptions, schedule: Schedule | undefined): JobSettings {
  const { retry = {}, timeout = 60_000, concurrency, unique = false } = options
  const given = typeof retry === "number" ? { times: retry } : retry
  checkOptions(given, retryNames, `retry of job("${job}")`)
  const { times = 5, delay = 1_000, maxDelay = 3_600_000 } = given
  check(job, "retry.times", times, 0)
  check(job, "retry.delay", delay, 1)
  check(job, "retry.maxDelay", maxDelay, 1)
  check(job, "timeout", timeout, 1, longest)
  if (concurrency !== undefined) check(job, "concurrency", concurrency, 1)
  return {
    retry: { times, delay, maxDelay },
    timeout,
    concurrency,
    keyOf: keyOf(unique),
    schedule,
    limit: options.limit && limitOf(job, options.limit),
  }
}

function limitOf(job: string, limit: JobLimit): StoredLimit {
  checkOptions(limit, limitNames, `limit of job("${job}")`)
  const { maxRunning, maxStarts, per = 60_000 } = limit
  if (maxRunning !== undefined) check(job, "limit.maxRunning", maxRunning, 1)
  if (maxStarts !== undefined) check(job, "limit.maxStarts", maxStarts, 1, 1_000)
  check(job, "limit.per", per, 1, 86_400_000)
  return { maxRunning, maxStarts, per }
}

/** pg-boss fails jobs that take a day or longer. */
const longest = 23 * 3_600_000

function check(job: string, option: string, value: number, least: number, most: number = Infinity): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return
  const wanted = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`
  throw fault("JOB_OPTION_INVALID", { job, option, value, wanted: `a whole number ${wanted}` })
}

function keyOf(unique: JobOptions["unique"]): JobSettings["keyOf"] {
  if (unique === undefined || unique === false) return undefined
  return unique === true ? sortedJson : (unique as (payload: unknown) => string)
}

/** JSON with sorted keys: the same text for the same data. */
function sortedJson(payload: unknown): string {
  return JSON.stringify(payload ?? null, (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : value,
  )
}

import type { ContextKey, InputOf, Route, RouteOptions, StandardSchema } from "trivet"
import {
  type CallContext,
  checkOptions,
  type Kind,
  type OptionNames,
  type ParameterNames,
  type AcceptedBy,
  type MissingFor,
} from "trivet/extend"
import {
  type JobOptions,
  jobOptionNames,
  type JobSettings,
  type Schedule,
  jobSettingsOf,
} from "./job-settings.ts"

/** The kind of the records that `job()` and `cron()` make. */
export const jobKind: Kind = { name: "job", words: true }

/** Options of a job in a contract: those of a job without middlewares. */
export interface ContractJobOptions extends JobOptions, Pick<RouteOptions, "summary"> {
  /** The schema of the payload. Default: the job has none. */
  readonly accepts?: { readonly body: StandardSchema }
}

/** Options of `job()`: those of a job, and of every record. */
export interface JobRecordOptions extends ContractJobOptions, Pick<RouteOptions, "middlewares"> {}

/** Options of `cron()`: those of `job()`, and the time zone. */
export interface CronOptions extends Omit<JobRecordOptions, "accepts" | "unique"> {
  /** The time zone of the schedule, such as `Europe/Berlin`. Default: `UTC`. */
  readonly zone?: string
}

/** The record of a job without its handler, for a contract, and for `enqueue()`. */
export interface JobRecord<Path extends string = string, Payload = unknown> {
  readonly kind: Kind
  /** The path, which is the name of the job. */
  readonly path: Path
  /** One line that says what the job does. */
  readonly summary?: string
  /** The options of the job. */
  readonly job: JobSettings
  /** Never set; it carries the type of the payload for the compiler. */
  readonly payload?: Payload
}

/** The type of the payload that `enqueue()` takes for a job with these options. */
type PayloadOf<Options> = Options extends {
  readonly accepts: { readonly body: infer Body extends StandardSchema }
}
  ? InputOf<Body>
  : undefined

type AcceptedPart<Options> = Options extends { readonly accepts: infer Given }
  ? { readonly accepts: Given }
  : unknown

const recordNames: OptionNames<JobRecordOptions> = {
  ...jobOptionNames,
  summary: true,
  accepts: true,
  middlewares: true,
}

/**
 * Makes the record of a job: `job("receipts/send", this.send, { accepts: { body: Receipt } })`. Its handler gets the
 * payload with `ctx.bind()`. An attempt fails if the handler throws or if the status of its result is 400 or more.
 * Without a handler it makes a record for a contract, which `inject(Jobs).enqueue()` takes.
 */
// This overload comes first: if none matches, the compiler reports the errors of the last.
export function job<const Path extends string, const Options extends ContractJobOptions = ContractJobOptions>(
  path: Path,
  options?: Options,
): JobRecord<Path, PayloadOf<Options>> & AcceptedPart<Options>
export function job<
  const Path extends string,
  Names extends string = ParameterNames<Path>,
  Keys extends ContextKey = never,
  const Options extends JobRecordOptions = JobRecordOptions,
>(
  path: Path,
  handler: (ctx: CallContext<Names, Keys, AcceptedBy<Options>>) => unknown,
  options?: Options,
): Route<MissingFor<Path, Names, Keys, Options>>
export function job(path: string, first?: unknown, second?: JobRecordOptions): never {
  const handler = typeof first === "function" ? first : undefined
  const options = (handler === undefined ? first : second) as JobRecordOptions | undefined
  return recordOf(`job("${path}")`, path, handler, options ?? {}, undefined) as never
}

/**
 * Makes the record of a job that runs by itself:
 * `cron("0 3 * * *", "uploads/sweep", this.sweep, { zone: "Europe/Berlin" })`. The fields are minute, hour, day of
 * month, month and day of week. Each occurrence runs once, in one of the processes. An occurrence that was missed
 * because no process ran is run later if it is at most 10 minutes old.
 */
export function cron<
  const Path extends string,
  Names extends string = ParameterNames<Path>,
  Keys extends ContextKey = never,
  const Options extends CronOptions = CronOptions,
>(
  schedule: string,
  path: Path,
  handler: (ctx: CallContext<Names, Keys, AcceptedBy<Options>>) => unknown,
  options?: Options,
): Route<MissingFor<Path, Names, Keys, Options>>
export function cron(
  schedule: string,
  path: string,
  handler: unknown,
  { zone = "UTC", ...options }: CronOptions = {},
): never {
  return recordOf(`cron("${schedule}", "${path}")`, path, handler, options, { cron: schedule, zone }) as never
}

function recordOf(
  what: string,
  path: string,
  handler: unknown,
  options: JobRecordOptions,
  schedule: Schedule | undefined,
): object {
  checkOptions(options, recordNames, what)
  const { retry: _, timeout: __, concurrency: ___, unique: ____, limit: _____, ...others } = options
  return {
    kind: jobKind,
    path,
    ...(handler !== undefined && { handler }),
    ...others,
    job: jobSettingsOf(path, options, schedule),
  }
}

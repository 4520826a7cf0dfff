import { type CronExpression, CronExpressionParser } from "cron-parser"
import type { Schedule } from "../job-settings.ts"
import { fault } from "../faults.ts"

/** Throws a fault if a schedule is invalid. */
export function checkSchedule(job: string, schedule: Schedule): void {
  const { cron, zone } = schedule
  const invalid = (reason: string) => fault("JOB_SCHEDULE_INVALID", { job, schedule: cron, reason })
  // The parser also accepts fewer fields, and a leading field for seconds.
  if (cron.trim().split(/\s+/).length !== 5) throw invalid("it does not have five fields")
  try {
    Intl.DateTimeFormat("en", { timeZone: zone })
  } catch {
    throw invalid(`\`${zone}\` is no time zone`)
  }
  try {
    timesOf(schedule, 0).next()
  } catch (error) {
    throw invalid((error as Error).message)
  }
}

const day = 24 * 3_600_000

/**
 * How much earlier the parser begins, in milliseconds. If it began within the hour that is repeated when daylight
 * saving time ends, it would find the second occurrence, while a process that began earlier finds the first.
 */
const lead = 3 * 3_600_000

/** After this many occurrences a schedule counts as frequent. It is more than the minutes of a day. */
const many = 2_000

/**
 * The times at which a schedule is due, in milliseconds since 1970. It only moves forward: backward, the parser takes
 * up to hundreds of milliseconds, and is inconsistent about the hours that a clock change skips or repeats.
 */
export class Occurrences {
  readonly #schedule: Schedule
  #times!: CronExpression
  #next!: number

  constructor(schedule: Schedule, after: number) {
    this.#schedule = schedule
    this.#begin(after)
  }

  /** Returns the last occurrence up to a time, if it was not returned before; otherwise `undefined`. */
  lastUntil(time: number): number | undefined {
    let last: number | undefined
    for (let count = 1; this.#next <= time; count++) {
      last = this.#next
      // The clock was set, or the machine was suspended. For a frequent schedule it is enough to look at the last day.
      if (count === many) this.#begin(time - day)
      else this.#next = this.#times.next().getTime()
    }
    return last
  }

  #begin(after: number): void {
    this.#times = timesOf(this.#schedule, after - lead)
    do this.#next = this.#times.next().getTime()
    while (this.#next <= after)
  }
}

/** The next time after `after` at which a schedule is due. */
export function nextOccurrence(schedule: Schedule, after: number): number {
  return timesOf(schedule, after).next().getTime()
}

function timesOf({ cron, zone }: Schedule, after: number): CronExpression {
  return CronExpressionParser.parse(cron, { tz: zone, currentDate: new Date(after) })
}

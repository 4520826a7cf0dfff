import { type CronExpression, CronExpressionParser } from "cron-parser"
import type { Schedule } from "./job-settings.ts"
import { fault } from "./faults.ts"

/** Raises a fault for a schedule that cannot be read. */
export function checkSchedule(job: string, schedule: Schedule): void {
  const { cron, zone } = schedule
  const invalid = (reason: string) => fault("JOB_SCHEDULE_INVALID", { job, schedule: cron, reason })
  // The parser also reads fewer fields, and a first one of seconds.
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
 * How much earlier the parser begins, in milliseconds. If it began within the hour that a clock repeats, it would find
 * the second one, and a process that began earlier the first.
 */
const lead = 3 * 3_600_000

/** How many occurrences are counted before a schedule is taken for a frequent one: more than a day has minutes. */
const many = 2_000

/**
 * The times at which a schedule is due, in milliseconds since 1970. Only forward: backward, the parser needs up to
 * hundreds of milliseconds, and disagrees with itself about the hours that a change of the clock skips and repeats.
 */
export class Occurrences {
  readonly #schedule: Schedule
  #times!: CronExpression
  #next!: number

  constructor(schedule: Schedule, after: number) {
    this.#schedule = schedule
    this.#begin(after)
  }

  /** Returns the last occurrence up to a time that was not returned before; `undefined` if there is none. */
  lastUntil(time: number): number | undefined {
    let last: number | undefined
    for (let count = 1; this.#next <= time; count++) {
      last = this.#next
      // The clock was set, or the machine slept: of a frequent schedule the last day is enough.
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

/** The next time that a schedule is due after a time. */
export function nextOccurrence(schedule: Schedule, after: number): number {
  return timesOf(schedule, after).next().getTime()
}

function timesOf({ cron, zone }: Schedule, after: number): CronExpression {
  return CronExpressionParser.parse(cron, { tz: zone, currentDate: new Date(after) })
}

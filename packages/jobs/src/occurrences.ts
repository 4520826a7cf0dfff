import { CronExpressionParser } from "cron-parser"
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
    lastOccurrence(schedule, 0)
  } catch (error) {
    throw invalid((error as Error).message)
  }
}

/** The next time that a schedule is due after a time, in milliseconds since 1970. */
export function nextOccurrence({ cron, zone }: Schedule, after: number): number {
  return CronExpressionParser.parse(cron, { tz: zone, currentDate: new Date(after) })
    .next()
    .getTime()
}

/** The last time that a schedule was due up to a time, in milliseconds since 1970. */
export function lastOccurrence({ cron, zone }: Schedule, until: number): number {
  // The time itself counts, and the parser looks before it.
  return CronExpressionParser.parse(cron, { tz: zone, currentDate: new Date(until + 1) })
    .prev()
    .getTime()
}

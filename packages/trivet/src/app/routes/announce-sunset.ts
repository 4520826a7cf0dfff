import { ReplyHeaders } from "../../context/reply/reply-headers.ts"
import { Fault } from "../../fault/fault.ts"
import { type FlatRoute, titleOfRoute, writtenOf } from "../../module/routes/flat-route.ts"
import type { Run } from "../dispatch/compiled-route.ts"

/**
 * Adds `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) to all replies of a deprecated route. It wraps the middlewares,
 * so that a guard's 401 has them too. Other routes are returned unchanged.
 */
export function announceSunset(route: FlatRoute, run: Run): Run {
  const { deprecated, sunset } = route.record.about ?? {}
  if (deprecated === undefined && sunset === undefined) return run
  const since = timeOf(route, "deprecated", deprecated)
  const until = sunset === undefined ? undefined : timeOf(route, "sunset", sunset)
  if (until !== undefined && until < since)
    throw invalidDate(route, `\`sunset\` (${sunset}) is before \`deprecated\` (${deprecated})`)
  // Only HTTP requests have headers.
  if (route.method === undefined) return run
  const deprecation = `@${since / 1000}`
  const end = until === undefined ? undefined : new Date(until).toUTCString()
  return (call) => {
    const headers = (call.headers ??= new ReplyHeaders())
    headers.set("deprecation", deprecation)
    if (end !== undefined) headers.set("sunset", end)
    return run(call)
  }
}

function timeOf(route: FlatRoute, name: "deprecated" | "sunset", date: unknown): number {
  if (date === undefined) throw invalidDate(route, "`sunset` needs `deprecated`")
  const time = typeof date === "string" ? Date.parse(date) : NaN
  // `Date.parse()` reads `2026-02-30` as a day in March, so the result is compared with the text.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date)
    throw invalidDate(route, `\`${name}\` is ${JSON.stringify(date)}, which is not a date`)
  return time
}

function invalidDate(route: FlatRoute, reason: string): Fault {
  return new Fault("SUNSET_INVALID", { route: titleOfRoute(route), reason }, writtenOf(route))
}

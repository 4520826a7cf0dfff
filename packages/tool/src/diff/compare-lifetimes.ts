import type { Operation } from "./api-document.ts"
import type { RouteChange } from "./change.ts"

/** Compares when two versions of a route are deprecated and removed. */
export function compareLifetimes(before: Operation, after: Operation): readonly RouteChange[] {
  const [was, is] = [before["x-sunset"], after["x-sunset"]]
  const changes: RouteChange[] = []
  if (before.deprecated !== after.deprecated || before["x-deprecated"] !== after["x-deprecated"])
    changes.push({
      place: "route",
      verdict: "safe",
      change: `deprecated: ${before["x-deprecated"] ?? "no"} → ${after["x-deprecated"] ?? "no"}`,
      why: "it is answered as before",
    })
  if (was === is) return changes
  const change = `sunset: ${was ?? "none"} → ${is ?? "none"}`
  // The dates have one form, so they are compared as texts.
  if (was !== undefined && is !== undefined && is < was)
    changes.push({
      place: "route",
      verdict: "breaking",
      change,
      why: "clients have planned with the later date",
      fix: `keep ${was}, or choose a later date`,
    })
  else changes.push({ place: "route", verdict: "safe", change, why: "clients are told in time" })
  return changes
}

/** A removed route. Its sunset decides whether clients had to expect that. */
export function removedRoute(before: Operation, today: string): RouteChange {
  const sunset = before["x-sunset"]
  if (sunset !== undefined && sunset <= today)
    return { place: "route", verdict: "safe", change: "removed", why: `its sunset was ${sunset}` }
  return {
    place: "route",
    verdict: "breaking",
    change: "removed",
    why: sunset === undefined ? "requests get 404" : `requests get 404, before the sunset on ${sunset}`,
    fix:
      sunset === undefined
        ? "keep the route, set `about: { deprecated, sunset }`, and remove it after the sunset"
        : `keep the route until ${sunset}`,
  }
}

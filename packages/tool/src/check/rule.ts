import type { SerializedApp, SerializedRoute } from "../inspect/report.ts"
import type { Finding } from "./finding.ts"

/** Something legal that is probably wrong, and how it is found. */
export interface Rule {
  readonly code: string
  /** One line for lists: what it finds. */
  readonly finds: string
  /** A rule that finds what cannot work gives faults; unless it says so, warnings. */
  readonly severity?: Finding["severity"]
  find(app: SerializedApp): readonly Found[]
}

/** What a rule finds: the rest of a finding comes from the rule. */
export type Found = Pick<Finding, "subject" | "message" | "where" | "fix">

/** A route as a person writes it. */
export function titleOf({ method, path }: Pick<SerializedRoute, "method" | "path">): string {
  return method === undefined ? path : `${method} ${path}`
}

/** Where a route stands: its record, or else its handler. */
export function placeOf(route: SerializedRoute): string | undefined {
  return route.declaredAt ?? route.where
}

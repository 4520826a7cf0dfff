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

/** A route as a person writes it: `GET /posts`, a command's words, or for another kind `job mails/send`. */
export function titleOf({ kind, method, path }: Pick<SerializedRoute, "kind" | "method" | "path">): string {
  const first = method ?? (kind === "command" ? undefined : kind)
  return first === undefined ? path : `${first} ${path}`
}

/** Where a route stands: its record, or else its handler. */
export function placeOf(route: SerializedRoute): string | undefined {
  return route.declaredAt ?? route.where
}

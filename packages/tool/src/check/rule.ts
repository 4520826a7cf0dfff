import type { SerializedApp, SerializedRoute } from "../inspect/report.ts"
import type { Finding } from "./finding.ts"

/** A check for code that is legal but probably wrong. */
export interface Rule {
  readonly code: string
  /** A one-line description for lists. */
  readonly finds: string
  /** `fault` if the code cannot work. Default: `warning`. */
  readonly severity?: Finding["severity"]
  find(app: SerializedApp): readonly Found[]
}

/** The part of a finding that a rule returns; the rest comes from the rule. */
export type Found = Pick<Finding, "subject" | "message" | "where" | "fix">

/** The title of a route: `GET /posts`, a command's words, or for another kind `job mails/send`. */
export function titleOf({ kind, method, path }: Pick<SerializedRoute, "kind" | "method" | "path">): string {
  const first = method ?? (kind === "command" ? undefined : kind)
  return first === undefined ? path : `${first} ${path}`
}

/** The position of a route: its record, otherwise its handler. */
export function placeOf(route: SerializedRoute): string | undefined {
  return route.declaredAt ?? route.where
}

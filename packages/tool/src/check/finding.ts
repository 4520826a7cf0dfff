import { knownFaults } from "../explain/known-faults.ts"

/** Something wrong with an application, or probably wrong. */
export interface Finding {
  /** A fault keeps the application from working; a warning is legal. */
  readonly severity: "fault" | "warning"
  readonly code: string
  /** What it is about, so that it can be ignored by name: a route, a class, a module. */
  readonly subject: string
  readonly message: string
  readonly where: string | undefined
  readonly fix: string
  /** What led there, from the outside in. */
  readonly chain: readonly string[]
  /** The error behind it, with where it was raised. */
  readonly cause?: string
}

/** A finding as a person reads it. */
export function describeFinding({ severity, code, message, where, fix, chain, cause }: Finding): string {
  return [
    `${severity} ${code}${where === undefined ? "" : ` at ${where}`}`,
    `  ${message}`,
    ...(chain.length > 1 ? [`  chain: ${chain.join(" → ")}`] : []),
    `  fix: ${fix}`,
    ...(knownFaults().has(code) ? [`  more: npx trivet explain ${code}`] : []),
    ...(cause === undefined ? [] : [cause.replaceAll(/^/gm, "  | ")]),
  ].join("\n")
}

import { knownFaults } from "../explain/known-faults.ts"

/** A problem of an application, or a probable one. */
export interface Finding {
  /** With a fault the application does not work; a warning is legal code. */
  readonly severity: "fault" | "warning"
  readonly code: string
  /** The subject, so that the finding can be ignored by name: a route, a class, a module. */
  readonly subject: string
  readonly message: string
  readonly where: string | undefined
  readonly fix: string
  /** The chain that led to it, from the outside in. */
  readonly chain: readonly string[]
  /** The underlying error, with its position. */
  readonly cause?: string
}

/** Prints a finding. */
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

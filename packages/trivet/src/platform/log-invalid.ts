import { hideValues } from "../app/config/hide-values.ts"
import type { Call } from "../context/call.ts"
import { findRejected } from "../context/validate.ts"
import { isFault } from "../fault/fault.ts"
import type { FaultIssue } from "../fault/portable-fault.ts"
import { titleOf } from "../module/routes/flat-route.ts"

const mostIssues = 5
const longestPath = 100
/** Maximum number of characters that are compared. If the values have more, a message that may quote them is not logged. */
const mostCompared = 10_000

/** Logs which fields of a call are invalid, and why. Values are left out: they may be secrets. */
export function logInvalid(thrown: unknown, call: Call): void {
  if (!isFault(thrown) || thrown.code !== "BODY_INVALID") return
  const { issues, details } = thrown
  const found = findRejected(thrown)
  const reasons = issues?.slice(0, mostIssues).map((issue) => reasonOfIssue(issue, found)) ?? [
    String(details["reason"]),
  ]
  const left = (issues?.length ?? 0) - mostIssues
  if (left > 0) reasons.push(`and ${left} more`)
  const route = titleOf(call.method, call.pattern ?? "(no route)")
  call.log.info({ route }, `invalid request: ${reasons.join("; ")}`)
}

function reasonOfIssue(
  { path, message }: FaultIssue,
  found: { readonly value: unknown } | undefined,
): string {
  const field = path === "" ? "the input" : path.slice(0, longestPath)
  if (found === undefined) return `${field} ${message}`
  const texts: string[] = []
  const compared = collect(valueAt(found.value, path.split(".")), texts, 0)
  // Passes the message itself as a value, so that it is always hidden: it may quote what was not compared.
  return `${field} ${hideValues(message, compared > mostCompared ? [message] : texts, [])}`
}

/**
 * The value at a path, or the innermost value that was found if the path is not present, because a key may contain a
 * dot.
 */
function valueAt(value: unknown, path: readonly string[]): unknown {
  const [step = "", ...rest] = path
  if (step === "" || typeof value !== "object" || value === null) return value
  if (Object.hasOwn(value, step)) return valueAt((value as Record<string, unknown>)[step], rest)
  return rest.length === 0 ? undefined : value
}

/** Collects the texts and numbers of a value, and returns the number of characters. It stops above the maximum. */
function collect(value: unknown, texts: string[], before: number): number {
  let count = before
  if (typeof value === "object" && value !== null) {
    for (const part of Object.values(value))
      if (count <= mostCompared) count = collect(part, texts, count + 1)
  } else if ((typeof value === "string" && value !== "") || typeof value === "number") {
    texts.push(String(value))
    count += String(value).length
  }
  return count
}

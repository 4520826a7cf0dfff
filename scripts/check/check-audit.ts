import { execFile } from "node:child_process"
import { root } from "../reading/workspace.ts"
import { type Outcome, outcomeOf } from "./step.ts"

/** What is read of `npm audit --json`. */
interface AuditReport {
  readonly vulnerabilities?: Readonly<Record<string, { readonly name: string; readonly severity: string }>>
}

/**
 * Asks the registry for known vulnerabilities in the lock file. Without an answer (a mirror, or no registry at all) the
 * check passes, and its note says so.
 */
export async function checkAudit(): Promise<Outcome> {
  return auditOutcome(await askRegistry())
}

/** What the answer means; `undefined` is no answer. */
export function auditOutcome(text: string | undefined): Outcome {
  const report = parse(text)
  if (report?.vulnerabilities === undefined)
    return { ok: true, output: "", note: "skipped: the registry does not answer npm audit" }
  const found = Object.values(report.vulnerabilities)
  const problems = found.map(
    ({ name, severity }) => `${name}: known vulnerability (${severity}): see npm audit`,
  )
  return outcomeOf({ problems, note: `${found.length} known vulnerabilities` })
}

function askRegistry(): Promise<string | undefined> {
  return new Promise((answer) => {
    // It fails if it found something, and prints the report all the same.
    execFile("npm", ["audit", "--json"], { cwd: root, timeout: 60_000, maxBuffer: 2 ** 26 }, (_, stdout) =>
      answer(stdout),
    )
  })
}

function parse(text: string | undefined): AuditReport | undefined {
  try {
    return JSON.parse(text ?? "") as AuditReport
  } catch {
    return undefined
  }
}

import { execFile } from "node:child_process"
import { root } from "../reading/workspace.ts"
import { type Outcome, outcomeOf } from "./step.ts"

/** What is read of `npm audit --json`. */
interface AuditReport {
  readonly vulnerabilities?: Readonly<Record<string, { readonly name: string; readonly severity: string }>>
}

/**
 * Asks the registry whether anything in the lock file has a known weakness. A registry that cannot be asked, a mirror or
 * none at all, fails nobody's check: the note says that it was not asked.
 */
export async function checkAudit(): Promise<Outcome> {
  return auditOutcome(await askRegistry())
}

/** What the answer means; `undefined` is no answer. */
export function auditOutcome(text: string | undefined): Outcome {
  const report = parse(text)
  if (report?.vulnerabilities === undefined)
    return { ok: true, output: "", note: "not asked: the registry has no answer to npm audit" }
  const found = Object.values(report.vulnerabilities)
  const problems = found.map(({ name, severity }) => `${name}: a known weakness, ${severity}: see npm audit`)
  return outcomeOf({ problems, note: `${found.length} known weaknesses` })
}

function askRegistry(): Promise<string | undefined> {
  return new Promise((answer) => {
    // It ends with an error where it found something, and prints the report all the same.
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

import type { Finding } from "../check/finding.ts"
import { explainCycle } from "./explain-cycle.ts"
import { explainImport } from "./explain-import.ts"
import { type Entry, howToName } from "./find-entry.ts"
import { frameOf } from "./frame-of.ts"
import { shortPlace } from "./short-place.ts"
import type { Report, SerializedError } from "./report.ts"

/** Why a program created no application, as findings. */
export function explainCrash(
  report: Exclude<Report, { kind: "application" }>,
  { file }: Pick<Entry, "file">,
): readonly Finding[] {
  if (report.kind === "silent") return [silent(shortPlace(file))]
  const explained = explainFailure(report)
  return explained.length > 0 || report.kind === "refused" ? explained : [failed(report.error)]
}

/** A thrown error as findings; none for an error that only the program itself can explain. */
export function explainFailure(report: Extract<Report, { kind: "refused" | "broken" }>): readonly Finding[] {
  if (report.kind === "refused") {
    return report.faults.map((fault) => ({
      ...fault,
      severity: "fault",
      subject: fault.chain.at(-1) ?? "",
      chain: fault.chain,
    }))
  }
  const { error, imports } = report
  const found = explainCycle(error, imports) ?? explainImport(error, imports) ?? explainSyntax(error)
  return found === undefined ? [] : [found]
}

function silent(file: string): Finding {
  return {
    severity: "fault",
    code: "NO_APPLICATION",
    subject: file,
    message: `${file} ran to its end and made no application.`,
    where: `${file}:1:1`,
    fix: `${howToName}.`,
    chain: [],
  }
}

function explainSyntax(error: SerializedError): Finding | undefined {
  if (error.code !== "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX" && error.code !== "ERR_INVALID_TYPESCRIPT_SYNTAX")
    return undefined
  const unsupported = error.code === "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX"
  const message = error.message.split("\n").findLast((line) => line.trim() !== "") ?? error.message
  return {
    severity: "fault",
    code: unsupported ? "SYNTAX_NOT_ERASABLE" : "SYNTAX_INVALID",
    subject: "",
    message: unsupported
      ? `${error.message.split("\n")[0]!.replace(/\.$/, "")}: Node runs TypeScript by leaving the types out, and this would have to be turned into other code.`
      : message,
    where: frameOf(error),
    fix: unsupported
      ? "Write it so that only types have to go: a constant object or a union of texts for an enum, a declared field for a parameter property, a plain module for a namespace. `erasableSyntaxOnly` in tsconfig.json finds all of them."
      : "Fix the line; `npx tsc --noEmit` says more.",
    chain: [],
  }
}

function failed(error: SerializedError): Finding {
  return {
    severity: "fault",
    code: "PROGRAM_FAILED",
    subject: error.name,
    message: `The program ended before it made an application: ${error.name}: ${error.message}`,
    where: frameOf(error),
    fix: "Fix the error. What needs servers or the environment belongs in `onStart()` of a service: then the application can be looked into without them.",
    chain: [],
  }
}

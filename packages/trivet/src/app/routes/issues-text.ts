import type { SchemaIssue } from "../../schema/standard-schema.ts"

/** The issues of a value in one line. */
export function issuesText(issues: readonly SchemaIssue[]): string {
  return issues.map((issue) => `${textOfPath(issue.path)} ${issue.message}`.trim()).join("; ")
}

function textOfPath(path: readonly (PropertyKey | { readonly key: PropertyKey })[] = []): string {
  return path.map((step) => String(typeof step === "object" ? step.key : step)).join(".")
}

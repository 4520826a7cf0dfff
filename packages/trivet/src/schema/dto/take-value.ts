import { type FieldRule, findFlaw } from "./field-rule.ts"
import { issueOf } from "./issue-of.ts"
import type { SchemaIssue, SchemaResult } from "../standard-schema.ts"

/**
 * Validates the value of a field or an item, and returns the result. Issues are added to `issues`, with `step` in their
 * path.
 */
export function takeValue(
  rule: FieldRule,
  step: PropertyKey,
  value: unknown,
  issues: SchemaIssue[],
): unknown {
  if (rule.schema === undefined) {
    const flaw = findFlaw(rule, value)
    if (flaw !== undefined) issues.push(issueOf(flaw, step))
    return value
  }
  const result = rule.schema["~standard"].validate(value) as SchemaResult<unknown>
  if (result.issues === undefined) return result.value
  for (const issue of result.issues) issues.push({ ...issue, path: [step, ...(issue.path ?? [])] })
  return undefined
}

import { Fault } from "../fault/fault.ts"
import type { OutputOf, SchemaIssue, SchemaResult, StandardSchema } from "../schema/standard-schema.ts"

/** What a schema makes of a value; raises a fault that names the failing fields. A promise only if the schema gives one. */
export function validate<Schema extends StandardSchema>(
  schema: Schema,
  value: unknown,
): OutputOf<Schema> | Promise<OutputOf<Schema>> {
  const result = schema["~standard"].validate(value) as
    | SchemaResult<OutputOf<Schema>>
    | Promise<SchemaResult<OutputOf<Schema>>>
  return result instanceof Promise ? result.then(outputOf) : outputOf(result)
}

function outputOf<Output>(result: SchemaResult<Output>): Output {
  if (result.issues === undefined) return result.value
  const issues = result.issues.map((issue) => ({ path: pathOf(issue), message: issue.message }))
  const reason = issues.map(({ path, message }) => `${path === "" ? "it" : path} ${message}`).join("; ")
  throw new Fault("BODY_INVALID", { reason }, { issues })
}

function pathOf(issue: SchemaIssue): string {
  return (issue.path ?? []).map((step) => String(typeof step === "object" ? step.key : step)).join(".")
}

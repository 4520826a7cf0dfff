import { Fault } from "../fault/fault.ts"
import type { OutputOf, SchemaIssue, SchemaResult, StandardSchema } from "../schema/standard-schema.ts"

/**
 * Validates a value and returns the schema's output. Throws a fault that names the invalid fields. Returns a promise
 * only if the schema does.
 */
export function validate<Schema extends StandardSchema>(
  schema: Schema,
  value: unknown,
): OutputOf<Schema> | Promise<OutputOf<Schema>> {
  const result = schema["~standard"].validate(value) as
    | SchemaResult<OutputOf<Schema>>
    | Promise<SchemaResult<OutputOf<Schema>>>
  return result instanceof Promise
    ? result.then((later) => outputOf(later, schema, value))
    : outputOf(result, schema, value)
}

const rejected = new WeakMap<Fault, { readonly value: unknown }>()

/** The value that a fault was thrown for, if its issues may quote the value. Those of `dto()` never do. */
export function findRejected(fault: Fault): { readonly value: unknown } | undefined {
  return rejected.get(fault)
}

function outputOf<Output>(result: SchemaResult<Output>, schema: StandardSchema, value: unknown): Output {
  if (result.issues === undefined) return result.value
  const issues = result.issues.map((issue) => ({
    path: pathOfIssue(issue),
    message: issue.message,
    ...(typeof issue.code === "string" && { code: issue.code }),
  }))
  const reason = issues.map(({ path, message }) => `${path === "" ? "it" : path} ${message}`).join("; ")
  const fault = new Fault("BODY_INVALID", { reason }, { issues })
  if (schema["~standard"].vendor !== "trivet") rejected.set(fault, { value })
  throw fault
}

function pathOfIssue(issue: SchemaIssue): string {
  return (issue.path ?? []).map((step) => String(typeof step === "object" ? step.key : step)).join(".")
}

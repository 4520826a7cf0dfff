import type { ErrorFormat } from "../../app/dispatch/platform.ts"
import type { StandardSchema } from "../../schema/standard-schema.ts"
import { type Problem, problemDetails } from "../problem-details.ts"

/** Returns the error format of RFC 9457, problem details, for all clients: `api({ errors: problem() })`. */
export function problem(): ErrorFormat<Problem> {
  return { type: "application/problem+json", schema, body: problemOf }
}

function problemOf({ status, message, issues }: Parameters<ErrorFormat["body"]>[0]): Problem {
  return { ...problemDetails(status, message), ...(issues.length > 0 && { errors: issues }) }
}

const text = { type: "string" }
const jsonSchema = {
  type: "object",
  description: "An error as problem details (RFC 9457).",
  properties: {
    type: { type: "string", format: "uri-reference" },
    title: text,
    status: { type: "integer", minimum: 400, maximum: 599 },
    detail: text,
    errors: {
      type: "array",
      description: "The invalid fields.",
      items: {
        type: "object",
        properties: { path: text, message: text, code: text },
        required: ["path", "message"],
      },
    },
  },
  required: ["type", "title", "status", "detail"],
}

const schema: StandardSchema<Problem> = {
  "~standard": {
    version: 1,
    vendor: "trivet",
    validate: (value) =>
      isProblem(value) ? { value } : { issues: [{ message: "must be problem details (RFC 9457)" }] },
    jsonSchema: { input: () => jsonSchema, output: () => jsonSchema },
  },
}

function isProblem(value: unknown): value is Problem {
  if (typeof value !== "object" || value === null) return false
  const { type, title, status, detail, errors } = value as Record<keyof Problem, unknown>
  return (
    [type, title, detail].every((one) => typeof one === "string") &&
    typeof status === "number" &&
    (errors === undefined || Array.isArray(errors))
  )
}

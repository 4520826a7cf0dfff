import type { StandardSchema } from "trivet"
import type { JsonSchema } from "trivet/extend"
import type { Content } from "./document.ts"
import type { DocumentErrors } from "./document-errors.ts"
import { statusText } from "./status-text.ts"

/** A reference to the default error schema. */
const usualError: JsonSchema = { $ref: "#/components/schemas/Error" }

/** The two formats of errors in replies. */
export const errorSchemas: Readonly<Record<"Error" | "Problem", JsonSchema>> = {
  Error: {
    type: "object",
    description: "An error as every client gets it.",
    properties: {
      error: { type: "string", description: "What is wrong, in words." },
      status: { type: "integer", description: "The status once more, where the application adds it." },
    },
    required: ["error"],
  },
  Problem: {
    type: "object",
    description:
      "The same error as RFC 9457 problem details, for clients that accept `application/problem+json`.",
    properties: {
      type: { type: "string", format: "uri-reference" },
      title: { type: "string" },
      status: { type: "integer", minimum: 400, maximum: 599 },
      detail: { type: "string" },
      error: { type: "string", description: "What `error` is in the short form." },
      errors: {
        type: "array",
        description: "The fields that were refused.",
        items: {
          type: "object",
          properties: { path: { type: "string" }, message: { type: "string" }, code: { type: "string" } },
          required: ["path", "message"],
        },
      },
    },
    required: ["type", "title", "status", "detail", "error"],
  },
}

/** Whether a schema is the default error schema: an object whose only property is `error`. */
export function isUsualError(schema: JsonSchema): boolean {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, JsonSchema>> }
  return Object.keys(properties).join() === "error" && properties["error"]?.["type"] === "string"
}

/** The errors of an application without its own error format: in both default formats. */
export const usualErrors: DocumentErrors = {
  contentOf: (status, { message } = {}) => errorContent(status, message),
  returnedOf: (status, schema, json, others) => {
    const isUsual = json !== undefined && isUsualError(json)
    return errorContent(status, undefined, isUsual ? undefined : withError(schema, json, others))
  },
}

/** An error in both formats, with examples; `own` is the route's own schema for the status. */
function errorContent(status: number, error: string = statusText(status), own?: JsonSchema): Content {
  const title = statusText(status)
  const problem = { type: "about:blank", title, status, detail: error, error }
  return {
    "application/json": own === undefined ? { schema: usualError, example: { error } } : { schema: own },
    "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" }, example: problem },
  }
}

/** The route's own schema of an error, combined with the default one if that may occur too and differs. */
function withError(schema: StandardSchema, json: JsonSchema | undefined, others: boolean): JsonSchema {
  if (json === undefined) return {}
  if (!others || takesError(schema)) return json
  return { anyOf: [json, usualError] }
}

function takesError(schema: StandardSchema): boolean {
  const result = schema["~standard"].validate({ error: "Invalid request" })
  return !(result instanceof Promise) && result.issues === undefined
}

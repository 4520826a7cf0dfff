import type { JsonSchema, RouteDescription, StandardSchema } from "trivet"
import type { Content, Reference, ResponseObject } from "./document.ts"
import type { DocumentSchemas } from "./document-schemas.ts"
import { errorContent, isUsualError, usualError } from "./error-schemas.ts"
import { statusText } from "./status-text.ts"

type Responses = Readonly<Record<string, ResponseObject | Reference>>

/** The errors that the framework itself answers, under `components`. */
export const sharedResponses: Readonly<Record<string, ResponseObject>> = {
  InvalidRequest: {
    description: "What was sent is malformed, or breaks a rule of this document.",
    content: errorContent(400, "Invalid request"),
  },
  TooLarge: { description: "The body is larger than the server takes.", content: errorContent(413) },
  Encoded: {
    description: "The body is compressed, which the server does not take.",
    content: errorContent(415),
  },
  Failure: { description: "Any other error.", content: errorContent(500) },
}

/** What may answer a route: what it returns, what its middlewares say, and what the framework answers for it. */
export function responsesOf(route: RouteDescription, schemas: DocumentSchemas): Responses {
  const { returns, about } = route.record
  const shared = sharedFor(route)
  const told = answersOf(route)
  const responses: Record<string, ResponseObject | Reference> = {}
  for (const [status, schema] of Object.entries(returns ?? {})) {
    const code = Number(status)
    const others = code >= 400 && (code in told || status in shared)
    const example = about?.examples?.returns?.[code]
    responses[status] = returned(code, schema, { schemas, others, example, reason: told[code] })
  }
  // Without `returns` only the handler knows; some success there must be.
  if (returns === undefined)
    responses["2XX"] = { description: "Success", content: { "application/json": {} } }
  for (const [status, reason] of Object.entries(told))
    responses[status] ??= { description: reason, content: errorContent(Number(status)) }
  for (const [status, name] of Object.entries(shared)) responses[status] ??= referTo(name)
  return { ...responses, default: referTo("Failure") }
}

function referTo(name: string): Reference {
  return { $ref: `#/components/responses/${name}` }
}

function sharedFor({ path, record: { accepts } }: RouteDescription): Readonly<Record<string, string>> {
  const { params, query, headers, body } = accepts ?? {}
  // A parameter whose percent escape is malformed is refused, whatever the route accepts.
  const refuses = params ?? query ?? headers ?? body ?? /\/(:|\*$)/.test(path)
  return {
    ...(refuses !== false && { 400: "InvalidRequest" }),
    ...(body !== undefined && { 413: "TooLarge", 415: "Encoded" }),
  }
}

function answersOf({ middlewares }: RouteDescription): Readonly<Record<number, string>> {
  const told: Record<number, string> = {}
  for (const { security, answers } of middlewares) {
    const implied =
      security.length > 0 && !security.some(({ optional }) => optional) && !(401 in answers)
        ? { 401: "The credentials are missing or not valid." }
        : {}
    for (const [status, reason] of Object.entries({ ...implied, ...answers })) {
      const present = told[Number(status)]
      told[Number(status)] = present === undefined || present === reason ? reason : `${present} ${reason}`
    }
  }
  return told
}

interface ReturnedOptions {
  readonly schemas: DocumentSchemas
  /** Whether the same status may also come from a middleware or from the framework. */
  readonly others: boolean
  readonly example: unknown
  readonly reason: string | undefined
}

function returned(status: number, schema: StandardSchema | null, options: ReturnedOptions): ResponseObject {
  const description = options.reason ?? statusText(status)
  if (schema === null)
    return options.others ? { description, content: errorContent(status) } : { description }
  const found = options.schemas.schemaOf(schema)
  const own =
    found !== undefined && isUsualError(found) ? undefined : withError(schema, found, options.others)
  const content = status < 400 ? contentOf(found) : errorContent(status, undefined, own)
  if (options.example === undefined) return { description, content }
  const json = { ...content["application/json"], example: options.example }
  return { description, content: { ...content, "application/json": json } }
}

/** A text may be sent as JSON or as it is. */
function contentOf(json: JsonSchema | undefined): Content {
  const body = json === undefined ? {} : { schema: json }
  return { "application/json": body, ...(json?.["type"] === "string" && { "text/plain": body }) }
}

/** The route's own schema of an error, together with the usual one where that may come too and differs. */
function withError(schema: StandardSchema, json: JsonSchema | undefined, others: boolean): JsonSchema {
  if (json === undefined) return {}
  if (!others || takesError(schema)) return json
  return { anyOf: [json, usualError] }
}

function takesError(schema: StandardSchema): boolean {
  const result = schema["~standard"].validate({ error: "Invalid request" })
  return !(result instanceof Promise) && result.issues === undefined
}

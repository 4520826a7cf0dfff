import type { StandardSchema } from "trivet"
import type { JsonSchema, RouteDescription, StreamSchema } from "trivet/extend"
import type { Content, Reference, ResponseObject } from "./document.ts"
import type { DocumentSchemas } from "./document-schemas.ts"
import type { DocumentErrors } from "./document-errors.ts"
import { statusText } from "./status-text.ts"

type Responses = Readonly<Record<string, ResponseObject | Reference>>

/** The errors of the framework itself, under `components`. */
export function sharedResponses(errors: DocumentErrors): Readonly<Record<string, ResponseObject>> {
  return {
    InvalidRequest: {
      description: "What was sent is malformed, or breaks a rule of this document.",
      content: errors.contentOf(400, { message: "Invalid request", code: "BODY_INVALID" }),
    },
    TooLarge: {
      description: "The body is larger than the server takes.",
      content: errors.contentOf(413, { code: "BODY_TOO_LARGE" }),
    },
    Encoded: {
      description: "The body is compressed, which the server does not take.",
      content: errors.contentOf(415, { code: "BODY_ENCODED" }),
    },
    Failure: { description: "Any other error.", content: errors.contentOf(500) },
  }
}

/** The responses of a route: those it returns, those of its middlewares, and those of the framework. */
export function responsesOf(
  route: RouteDescription,
  schemas: DocumentSchemas,
  errors: DocumentErrors,
): Responses {
  const { returns, about } = route.record
  const shared = sharedFor(route)
  const told = answersOf(route)
  const responses: Record<string, ResponseObject | Reference> = {}
  for (const [status, schema] of Object.entries(returns ?? {})) {
    const code = Number(status)
    const others = code >= 400 && (code in told || status in shared)
    const example = about?.examples?.returns?.[code]
    responses[status] = returned(code, schema, { schemas, errors, others, example, reason: told[code] })
  }
  // Without `returns` the success status is unknown, but there must be one.
  if (returns === undefined)
    responses["2XX"] = { description: "Success", content: { "application/json": {} } }
  for (const [status, reason] of Object.entries(told))
    responses[status] ??= { description: reason, content: errors.contentOf(Number(status)) }
  for (const [status, name] of Object.entries(shared)) responses[status] ??= referTo(name)
  return { ...responses, default: referTo("Failure") }
}

function referTo(name: string): Reference {
  return { $ref: `#/components/responses/${name}` }
}

function sharedFor({ path, record: { accepts } }: RouteDescription): Readonly<Record<string, string>> {
  const { params, query, headers, body } = accepts ?? {}
  // A parameter with a malformed percent escape is rejected, whatever the route accepts.
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
  readonly errors: DocumentErrors
  /** Whether the same status may also come from a middleware or from the framework. */
  readonly others: boolean
  readonly example: unknown
  readonly reason: string | undefined
}

function returned(status: number, schema: StandardSchema | null, options: ReturnedOptions): ResponseObject {
  const description = options.reason ?? statusText(status)
  const { errors, others, example } = options
  if (schema === null) return others ? { description, content: errors.contentOf(status) } : { description }
  if (isStream(schema)) {
    const event = options.schemas.schemaOf(schema["~event"])
    return { description, content: { "text/event-stream": event === undefined ? {} : { schema: event } } }
  }
  const found = options.schemas.schemaOf(schema)
  const content = status < 400 ? contentOf(found) : errors.returnedOf(status, schema, found, others)
  if (example === undefined) return { description, content }
  // The first media type is that of the route itself.
  const [type = "application/json"] = Object.keys(content)
  return { description, content: { ...content, [type]: { ...content[type], example } } }
}

/** The schema of a stream is that of the data of one event. */
function isStream(schema: StandardSchema): schema is StreamSchema {
  return "~event" in schema
}

/** A text may be sent as JSON or as plain text. */
function contentOf(json: JsonSchema | undefined): Content {
  const body = json === undefined ? {} : { schema: json }
  return { "application/json": body, ...(json?.["type"] === "string" && { "text/plain": body }) }
}

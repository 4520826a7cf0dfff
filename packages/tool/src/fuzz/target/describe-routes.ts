// Also runs in the application's process, so it must not import the framework.
import type { StandardSchema } from "trivet"
import type { AppDescription, JsonSchema, RouteDescription, MiddlewareDescription } from "trivet/extend"
import type { FuzzRoute, FuzzScheme } from "./fuzz-target.ts"
import { findStrayNull } from "../stray-null.ts"

/** The routes of an application that answer requests, as plain data. */
export function describeRoutes({ routes }: AppDescription): readonly FuzzRoute[] {
  return requestsOf(routes).map(describeRoute)
}

/** Compares the body of a reply with the schema of its record. */
export async function checkBody(
  { routes }: AppDescription,
  wanted: Pick<FuzzRoute, "method" | "path">,
  status: number,
  body: unknown,
): Promise<string | undefined> {
  const route = requestsOf(routes).find(
    ({ method, path }) => method === wanted.method && path === wanted.path,
  )
  const schema = route?.record.returns?.[status]
  if (schema === undefined || schema === null) return undefined
  const { issues } = await schema["~standard"].validate(body)
  if (issues !== undefined)
    return issues
      .map(({ path = [], message }) => `${path.map(stepName).join(".")} ${message}`.trim())
      .join("; ")
  const place = findStrayNull(jsonSchemaOf(schema, "output") ?? {}, body)
  return place === undefined ? undefined : `${place} is null`
}

function stepName(step: PropertyKey | { readonly key: PropertyKey }): string {
  return String(typeof step === "object" ? step.key : step)
}

function requestsOf(routes: readonly RouteDescription[]): readonly RouteDescription[] {
  return routes.filter(({ kind, served, method }) => kind === "request" && served && method !== undefined)
}

function describeRoute({
  method,
  path,
  controller,
  handler,
  where,
  middlewares,
  access,
  record,
}: RouteDescription): FuzzRoute {
  const accepts = Object.entries(record.accepts ?? {}).flatMap(([part, schema]) => {
    const json = jsonSchemaOf(schema as StandardSchema, "input")
    return json === undefined ? [] : [[part, json] as const]
  })
  const required = middlewares.flatMap(({ requiredHeaders }) => Object.keys(requiredHeaders))
  return {
    method: method!,
    path,
    handler: `${controller}.${handler || `(inline) ${path}`}`,
    where,
    accepts: withHeaders(Object.fromEntries(accepts), required),
    returns: record.returns === undefined ? undefined : Object.keys(record.returns).map(Number),
    access,
    schemes: middlewares.flatMap(({ security }) => security.map(schemeOf)),
    reads: queriesIn(String(record.handler)),
    isSocket: record.opens !== undefined,
  }
}

/** Adds the headers that middlewares require: each call has new values of them. */
function withHeaders(accepts: FuzzRoute["accepts"], names: readonly string[]): FuzzRoute["accepts"] {
  if (names.length === 0) return accepts
  const { properties = {}, required = [], ...others } = accepts.headers ?? { type: "object" }
  const more = names.map((name) => [name.toLowerCase(), { type: "string", format: "uuid" }] as const)
  return {
    ...accepts,
    headers: {
      ...others,
      properties: { ...(properties as object), ...Object.fromEntries(more) },
      required: [...(required as readonly string[]), ...more.map(([name]) => name)],
    },
  }
}

function schemeOf({ name, scheme }: MiddlewareDescription["security"][number]): FuzzScheme {
  return scheme.type === "http"
    ? { name, type: "http", place: scheme.scheme, key: "authorization" }
    : { name, type: "apiKey", place: scheme.in, key: scheme.name }
}

function jsonSchemaOf(schema: StandardSchema, side: "input" | "output"): JsonSchema | undefined {
  try {
    return schema["~standard"].jsonSchema?.[side]({ target: "draft-2020-12" })
  } catch {
    // A library may throw for rules that JSON Schema cannot express.
    return undefined
  }
}

/** The query parameters that the source text of a handler reads. */
function queriesIn(text: string): readonly string[] {
  return [
    ...new Set(
      [...text.matchAll(/\.query(?:Default|List)?\(\s*["'`]([^"'`]+)["'`]/g)].map(([, name]) => name!),
    ),
  ]
}

import type { JSONObject, Tool } from "@modelcontextprotocol/server"
import { Fault } from "trivet"
import { type ContractRecord, findJsonSchema, type JsonSchema, type RouteDescription } from "trivet/extend"

/** A route as a tool. */
export interface RouteTool {
  /** The tool as assistants see it. */
  readonly tool: Tool
  /** The record with its whole path. */
  readonly record: ContractRecord
  /** The headers that an assistant may set, in lower case. */
  readonly headers: ReadonlySet<string>
}

type Parts = Readonly<Record<string, { readonly schema: JsonSchema; readonly required: boolean }>>

/** Creates the tool of a route. Its arguments have the form of a client's call: `{ params, query, headers, body }`. */
export function toolOf(route: RouteDescription): RouteTool {
  const { record, method = "GET", path } = route
  const title = `${method} ${path}`
  const parts = partsOf(route, title)
  const entries = Object.entries(parts)
  const headers = Object.keys(parts["headers"]?.schema["properties"] ?? {})
  const allowed = new Set(headers.map((name) => name.toLowerCase()))
  return {
    tool: {
      name: toolNameOf(route),
      description: [record.summary ?? title, record.about?.description].filter(Boolean).join("\n\n"),
      inputSchema: {
        type: "object",
        properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, rebased(schema, name)])),
        required: entries.filter(([, { required }]) => required).map(([name]) => name),
        additionalProperties: false,
      },
      annotations: { title: record.summary ?? title, ...hintsOf(method, allowed.has("idempotency-key")) },
    },
    record: { ...record, path } as ContractRecord,
    headers: allowed,
  }
}

/** `postsShow`: the controller and the handler. */
function toolNameOf({ controller, handler }: RouteDescription): string {
  const owner = controller.replace(/(?<=\w)Controller$/, "")
  return owner.charAt(0).toLowerCase() + owner.slice(1) + handler.charAt(0).toUpperCase() + handler.slice(1)
}

/** The effects that the method implies. A POST may do anything, so it counts as destructive. With a key it can be repeated. */
function hintsOf(method: string, hasKey: boolean): Tool["annotations"] {
  const readOnlyHint = method === "GET" || method === "HEAD" || method === "OPTIONS"
  if (readOnlyHint) return { readOnlyHint, openWorldHint: false }
  const idempotentHint = method === "PUT" || method === "DELETE" || hasKey
  return { readOnlyHint, destructiveHint: true, idempotentHint, openWorldHint: false }
}

function partsOf({ record: { accepts }, path, middlewares }: RouteDescription, title: string): Parts {
  if (accepts?.body !== undefined && "files" in accepts.body) {
    const reason = `${title} takes files, which an assistant cannot send. Remove it from \`expose\``
    throw new Fault("OPTION_INVALID", { what: "`mcp()`", reason })
  }
  const parts: Record<string, { schema: JsonSchema; required: boolean }> = {}
  const names = [...path.matchAll(/:(\w+)|(\*)$/g)].map(([, name, rest]) => name ?? rest!)
  if (names.length > 0) {
    const schema = accepts?.params && findJsonSchema(accepts.params, "input")
    parts["params"] = { schema: paramsSchema(names, schema), required: true }
  }
  for (const part of ["query", "headers"] as const) {
    const listed = accepts?.[part] && findJsonSchema(accepts[part], "input")
    const schema = part === "headers" ? withRequired(listed, middlewares) : listed
    if (schema !== undefined)
      parts[part] = { schema, required: ((schema["required"] ?? []) as unknown[]).length > 0 }
  }
  if (accepts?.body !== undefined)
    parts["body"] = { schema: findJsonSchema(accepts.body, "input") ?? {}, required: true }
  return parts
}

/** The headers with those that middlewares require, such as `Idempotency-Key`, as the assistant chooses their values. */
function withRequired(
  schema: JsonSchema | undefined,
  middlewares: RouteDescription["middlewares"],
): JsonSchema | undefined {
  const properties = (schema?.["properties"] ?? {}) as Readonly<Record<string, unknown>>
  const known = new Set(Object.keys(properties).map((name) => name.toLowerCase()))
  const added = middlewares
    .flatMap(({ requiredHeaders }) => Object.entries(requiredHeaders))
    .filter(([name]) => !known.has(name.toLowerCase()))
  if (added.length === 0) return schema
  const texts = added.map(([name, description]) => [name, { type: "string", description }])
  const names = [...((schema?.["required"] ?? []) as string[]), ...added.map(([name]) => name)]
  return {
    ...schema,
    type: "object",
    properties: { ...properties, ...Object.fromEntries(texts) },
    required: [...new Set(names)],
  }
}

/** All path parameters are required; those without a schema are strings. */
function paramsSchema(names: readonly string[], schema: JsonSchema = {}): JsonSchema {
  const texts = Object.fromEntries(names.map((name) => [name, { type: "string" }]))
  const properties = { ...texts, ...(schema["properties"] as object | undefined) }
  return { ...schema, type: "object", properties, required: names }
}

/** A schema as a property of another one: its references are adjusted to the new root. */
function rebased(schema: JsonSchema, name: string): JSONObject {
  const rebase = (key: string, value: unknown): unknown =>
    key === "$ref" && typeof value === "string" && value.startsWith("#")
      ? `#/properties/${name}${value.slice(1)}`
      : value
  return JSON.parse(JSON.stringify(schema), rebase) as JSONObject
}

// Runs in the application's process, so it must not import the framework.
import type { AppDescription, RouteDescription } from "trivet/extend"
import { serializeApp } from "../../inspect/serialize-app.ts"
import { configNotesKey } from "../../program-keys.ts"
import type { DashboardApp, DashboardRoute, DashboardVariable } from "../dashboard-app.ts"
import { isSecretName } from "./secrets.ts"

/** One call of `config()`, as the framework records it. */
interface ConfigNote {
  readonly where: string | undefined
  readonly variables: readonly {
    readonly name: string
    readonly expected: string
    readonly required: boolean
  }[]
}

/** The data of an application for the dashboard. */
export function describeForDashboard(described: AppDescription, keepsMails: boolean): DashboardApp {
  const notes = (globalThis as { [configNotesKey]?: readonly ConfigNote[] })[configNotesKey] ?? []
  return {
    app: serializeApp(described),
    routes: described.routes
      .filter(({ served, method }) => served && method !== undefined)
      .map(describeRoute),
    variables: notes.flatMap(({ where = "", variables }) =>
      variables.map((variable) => describeVariable(variable, where)),
    ),
    keepsMails,
  }
}

function describeRoute(route: RouteDescription): DashboardRoute {
  const { record } = route
  return {
    method: route.method ?? "",
    path: route.path,
    handler: `${route.controller}.${route.handler || "(inline)"}`,
    module: route.module,
    where: route.where ?? "",
    summary: record.summary ?? "",
    middlewares: route.middlewares.map(({ name }) => name),
    guarded: route.middlewares.some(({ security }) => security.length > 0),
    deprecated: record.about?.deprecated !== undefined,
    accepts: Object.fromEntries(
      Object.entries(record.accepts ?? {}).map(([part, schema]) => [part, jsonSchemaOf(schema)]),
    ),
  }
}

/** The JSON Schema of a schema, if its library provides one. */
export function jsonSchemaOf(schema: unknown, side: "input" | "output" = "input"): unknown {
  type Make = (options: object) => unknown
  type Standard = { "~standard"?: { jsonSchema?: { readonly input?: Make; readonly output?: Make } } }
  try {
    // Through JSON, because it is sent to another process.
    const made = (schema as Standard)["~standard"]?.jsonSchema?.[side]?.({ target: "draft-2020-12" })
    return JSON.parse(JSON.stringify(made ?? {})) as unknown
  } catch {
    return {}
  }
}

/** Numbers, booleans and choices are shown. A text can be a secret under any name. */
function describeVariable(
  { name, expected, required }: ConfigNote["variables"][number],
  where: string,
): DashboardVariable {
  const value = process.env[name]?.trim() ?? ""
  const isHarmless =
    /^(?:a whole number|a number|true or false|one of )/.test(expected) && !isSecretName(name)
  return {
    name,
    expected,
    required,
    isSet: value !== "",
    value: isHarmless && value !== "" && isOfType(expected, value) ? value : undefined,
    where,
  }
}

/** A value of the wrong type is not shown either: it may have been entered into the wrong variable. */
function isOfType(expected: string, value: string): boolean {
  if (expected.startsWith("one of ")) return expected.slice(7).split(", ").includes(value)
  return /^-?\d{1,15}(?:\.\d+)?$|^(?:true|false|on|off|yes|no)$/.test(value)
}

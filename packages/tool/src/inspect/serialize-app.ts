import type { AppDescription, RouteDescription } from "trivet/extend"
import { readHandler } from "./read-handler.ts"
import type { SerializedApp, SerializedDocument, SerializedRoute, SerializedSchema } from "./report.ts"

/** An application's description without functions, so that it can be sent to another process. */
export function serializeApp(app: AppDescription): SerializedApp {
  const { platform, kinds, middlewares, modules, routes } = app
  return { platform, kinds, middlewares, modules, routes: routes.map(serializeRoute) }
}

/** The documents that `openapi()` creates: the record of their route has the function. */
export function serializeDocuments({ routes }: AppDescription): readonly SerializedDocument[] {
  return routes.flatMap(({ path, record, served }) => {
    const { openApiDocument: make } = record as { openApiDocument?: () => unknown }
    return served && typeof make === "function" ? [{ path, document: make() }] : []
  })
}

function serializeRoute({ record, ...route }: RouteDescription): SerializedRoute {
  const accepts = Object.entries(record.accepts ?? {}).map(
    ([part, schema]) => [part, serializeSchema(schema)] as const,
  )
  return {
    ...route,
    summary: record.summary ?? "",
    ...(record.opens && { isSocket: true as const }),
    deprecated: record.about?.deprecated,
    sunset: record.about?.sunset,
    accepts: Object.fromEntries(accepts),
    reads: readHandler(String(record.handler)),
  }
}

/** The JSON Schema of a schema, if its library provides one; otherwise nothing is known of it. */
function serializeSchema(schema: unknown): SerializedSchema {
  type Standard = { "~standard"?: { jsonSchema?: { input?: (options: object) => unknown } } }
  try {
    const json = (schema as Standard)["~standard"]?.jsonSchema?.input?.({ target: "draft-2020-12" })
    const { properties = {}, required = [] } = (json ?? {}) as { properties?: object; required?: string[] }
    return { properties: Object.keys(properties), required }
  } catch {
    return { properties: [], required: [] }
  }
}

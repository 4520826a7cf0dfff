import type { StandardSchema } from "trivet"
import { type AppDescription, findJsonSchema, type JsonSchema, type RouteDescription } from "trivet/extend"
import type { OpenApiDocument, OperationObject } from "./document/document.ts"
import { createPathWriter, type DocumentPath } from "./document/document-path.ts"
import { createDocumentSchemas, type DocumentSchemas } from "./document/document-schemas.ts"
import { type DocumentErrors, formattedErrors } from "./document/document-errors.ts"
import { errorSchemas, usualErrors } from "./document/error-schemas.ts"
import { findProperties } from "./document/find-properties.ts"
import type { OpenApiInfo } from "./document/info.ts"
import { nameSchemas } from "./document/name-schemas.ts"
import { operationIdsOf } from "./document/operation-ids.ts"
import { parametersOf } from "./document/parameters.ts"
import { responsesOf, sharedResponses } from "./document/responses.ts"
import { isSchema } from "./document/schema-places.ts"
import { requirementsOf, securitySchemesOf } from "./document/security.ts"

/**
 * Makes the OpenAPI 3.1 document of an application:
 * `describeOpenApi(app.get(Describe)(), { title: "Blog", version: "1.0.0" })`.
 */
export function describeOpenApi(app: AppDescription, info: OpenApiInfo): OpenApiDocument {
  const { title, version, summary, description, servers, include = () => true } = info
  const routes = app.routes.filter(
    (route) =>
      route.served &&
      isOperation(route) &&
      route.record.opens === undefined &&
      route.record.about?.hidden !== true &&
      include(route),
  )
  const ids = operationIdsOf(routes)
  const format = app.errors
  const names = { ...(format && { Error: format.schema }), ...info.schemas }
  const schemas = createDocumentSchemas(
    format === undefined ? errorSchemas : {},
    nameSchemas(routes, ids, names),
  )
  const errors = format === undefined ? usualErrors : formattedErrors(format, schemas.schemaOf(format.schema))
  const writePath = createPathWriter()
  const paths: Record<string, Record<string, OperationObject>> = {}
  // Wildcards last: if a parameter has the same place, the wildcard is written in another way.
  const order = routes
    .keys()
    .toArray()
    .toSorted((a, b) => wildness(routes[a]!) - wildness(routes[b]!))
  const places = new Map(order.map((at) => [at, writePath(routes[at]!.method ?? "", routes[at]!.path)]))
  routes.forEach((route, at) => {
    const place = places.get(at)!
    const item = (paths[place.path] ??= {})
    item[(route.method ?? "").toLowerCase()] = operationOf(route, ids[at]!, place, schemas, errors)
  })
  const tags = [...new Set(routes.map((route) => route.module))]
  return {
    openapi: "3.1.1",
    info: {
      title,
      version,
      ...(summary !== undefined && { summary }),
      ...(description !== undefined && { description }),
    },
    ...(servers !== undefined && { servers }),
    tags: tags.map((name) => ({
      name,
      ...(info.tags?.[name] !== undefined && { description: info.tags[name] }),
    })),
    paths,
    components: {
      schemas: schemas.all(),
      responses: Object.fromEntries(
        Object.entries(sharedResponses(errors)).filter(([name]) => isReferredTo(paths, `responses/${name}`)),
      ),
      securitySchemes: securitySchemesOf(routes),
    },
  }
}

function isReferredTo(paths: OpenApiDocument["paths"], name: string): boolean {
  return JSON.stringify(paths).includes(`"#/components/${name}"`)
}

/** Whether a route has one method. Mounted handlers are not described. */
function isOperation({ method }: RouteDescription): boolean {
  return method !== undefined && method !== "ANY"
}

function wildness({ path }: RouteDescription): number {
  return path.endsWith("/*") ? 1 : 0
}

/** A form with files can only be sent as `multipart/form-data`. */
function mediaTypeOf(body: StandardSchema): string {
  const json = findJsonSchema(body, "input")
  const fields = json === undefined ? undefined : findProperties(json)?.properties.values()
  const hasFile = [...(fields ?? [])].some(isFile)
  return hasFile ? "multipart/form-data" : "application/json"
}

function isFile({ format, items }: JsonSchema): boolean {
  return format === "binary" || (isSchema(items) && isFile(items))
}

function operationOf(
  route: RouteDescription,
  operationId: string,
  place: DocumentPath,
  schemas: DocumentSchemas,
  errors: DocumentErrors,
): OperationObject {
  const { accepts, about, summary } = route.record
  const parameters = parametersOf(route, place, schemas)
  const security = requirementsOf(route)
  const body = accepts?.body === undefined ? undefined : schemas.schemaOf(accepts.body)
  const example = about?.examples?.body
  return {
    operationId,
    tags: [route.module],
    ...(summary !== undefined && { summary }),
    ...(about?.description !== undefined && { description: about.description }),
    ...(about?.deprecated !== undefined && { deprecated: true, "x-deprecated": about.deprecated }),
    ...(about?.sunset !== undefined && { "x-sunset": about.sunset }),
    ...(parameters.length > 0 && { parameters }),
    ...(accepts?.body !== undefined && {
      requestBody: {
        required: true,
        content: {
          [mediaTypeOf(accepts.body)]: {
            ...(body !== undefined && { schema: body }),
            ...(example !== undefined && { example }),
          },
        },
      },
    }),
    responses: responsesOf(route, schemas, errors),
    ...(security.length > 0 && { security }),
  }
}

import type { StandardSchema } from "trivet"
import { findJsonSchema, type JsonSchema, type RouteDescription } from "trivet/extend"
import type { ParameterObject } from "./document.ts"
import type { DocumentPath } from "./document-path.ts"
import type { DocumentSchemas } from "./document-schemas.ts"
import { findProperties } from "./find-properties.ts"

const text: JsonSchema = { type: "string" }

/** OpenAPI does not allow these three as parameters: media types and security describe them. */
const untold: ReadonlySet<string> = new Set(["accept", "authorization", "content-type"])

/** The parameters of a route: those of its path always, query and headers if it accepts them. */
export function parametersOf(
  { record, middlewares }: RouteDescription,
  { names }: DocumentPath,
  schemas: DocumentSchemas,
): readonly ParameterObject[] {
  const { accepts, about } = record
  const params = fieldsOfPart(accepts?.params, schemas)
  const headers = listed("header", accepts?.headers, about?.examples?.headers, schemas).filter(
    ({ name }) => !untold.has(name.toLowerCase()),
  )
  return [
    ...names.map(({ own, written }): ParameterObject => {
      const rest: Pick<ParameterObject, "description" | "x-wildcard"> =
        own === "*"
          ? { description: "The rest of the path; it may hold slashes and may be empty.", "x-wildcard": true }
          : {}
      const found = params?.find(({ name }) => name === own)
      const { schema, ...said } = { ...parameter("path", own, found?.schema ?? text), ...rest }
      const example = exampleOf(about?.examples?.params, own)
      return { ...said, name: written, required: true, schema, ...example }
    }),
    ...listed("query", accepts?.query, about?.examples?.query, schemas),
    ...headers,
    ...requiredBy(middlewares, new Set(headers.map(({ name }) => name.toLowerCase()))),
  ]
}

/** The headers that middlewares require and the route does not list. */
function requiredBy(
  middlewares: RouteDescription["middlewares"],
  known: ReadonlySet<string>,
): readonly ParameterObject[] {
  const required = new Map(middlewares.flatMap(({ requiredHeaders }) => Object.entries(requiredHeaders)))
  return [...required]
    .filter(([name]) => !known.has(name.toLowerCase()))
    .map(([name, description]) => ({ name, in: "header", description, required: true, schema: text }))
}

function listed(
  place: "query" | "header",
  schema: StandardSchema | undefined,
  examples: Readonly<Record<string, unknown>> | undefined,
  schemas: DocumentSchemas,
): readonly ParameterObject[] {
  if (schema === undefined) return []
  const fields = fieldsOfPart(schema, schemas)
  if (fields !== undefined) {
    return fields.map(({ name, required, schema: own }) => ({
      ...parameter(place, name, own),
      ...(required && { required: true }),
      ...exampleOf(examples, name),
    }))
  }
  const whole = schemas.schemaOf(schema)
  // Several shapes: written as one exploded object, which only a query supports.
  return whole === undefined || place !== "query"
    ? []
    : [{ name: "query", in: "query", style: "form", explode: true, schema: whole }]
}

function parameter(place: ParameterObject["in"], name: string, schema: JsonSchema): ParameterObject {
  const { description, deprecated } = schema
  return {
    name,
    in: place,
    ...(typeof description === "string" && { description }),
    ...(deprecated === true && { deprecated }),
    schema,
  }
}

interface Field {
  readonly name: string
  readonly required: boolean
  readonly schema: JsonSchema
}

function fieldsOfPart(
  schema: StandardSchema | undefined,
  schemas: DocumentSchemas,
): readonly Field[] | undefined {
  if (schema === undefined) return undefined
  const found = findJsonSchema(schema, "input")
  const root = found === undefined ? undefined : (JSON.parse(JSON.stringify(found)) as JsonSchema)
  const fields = root === undefined ? undefined : findProperties(root)
  if (root === undefined || fields === undefined) return undefined
  return [...fields.properties].map(([name, property]) => ({
    name,
    required: fields.required.has(name),
    schema: schemas.partOf(root, property),
  }))
}

function exampleOf(
  examples: Readonly<Record<string, unknown>> | undefined,
  name: string,
): { readonly example?: unknown } {
  return examples !== undefined && Object.hasOwn(examples, name) ? { example: examples[name] } : {}
}

import fc from "fast-check"
import type { JsonSchema } from "trivet/extend"
import type { FuzzRoute } from "../target/fuzz-target.ts"
import type { BodyShape } from "./body-shape.ts"
import { type Filling, parametersOf } from "./build-call.ts"
import { markupTexts } from "./hostile-texts.ts"
import { type Resolve, valuesOf } from "./schema-values.ts"
import { propertyNames } from "./properties.ts"

const plain = fc.stringMatching(/^[a-z0-9]{1,8}$/)

/** Values that a route accepts according to its schemas. By default some of the texts in bodies contain markup or quotes. */
export function fillingsOf(
  route: FuzzRoute,
  shape: BodyShape | undefined,
  bodies: (schema: JsonSchema) => fc.Arbitrary<unknown> = oddBodiesOf,
): fc.Arbitrary<Filling> {
  const { params, query, headers } = route.accepts
  const known = propertyNames(query)
  const more = Object.fromEntries(
    route.reads.filter((name) => !known.includes(name)).map((name) => [name, plain]),
  )
  return fc.record({
    params: params === undefined ? fc.record(plainParams(route)) : objectsOf(params).map(texts),
    query: fc
      .tuple(query === undefined ? fc.constant({}) : objectsOf(query), fc.record(more, { requiredKeys: [] }))
      .map(([declared, read]) => lists({ ...declared, ...read })),
    headers: headers === undefined ? fc.constant({}) : objectsOf(headers).map(visible),
    body: shape === undefined ? fc.constant(undefined) : bodies(shape.schema),
  })
}

/** One plain valid filling, with most of the optional fields, deterministic for a seed. */
export function plainFilling(route: FuzzRoute, shape: BodyShape | undefined, seed: number): Filling {
  const fillings = fc.sample(fillingsOf(route, shape, bodiesOf), { numRuns: 8, seed })
  const filling = fillings.reduce((best, one) => (fieldsIn(one.body) > fieldsIn(best.body) ? one : best))
  return { ...filling, body: withTrue(filling.body) }
}

function fieldsIn(body: unknown): number {
  return typeof body === "object" && body !== null ? Object.keys(body).length : 0
}

/** Sets booleans to true: more routes then see the row, such as a published post. */
function withTrue(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, value === false ? true : value]),
  )
}

function bodiesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  return valuesOf(schema, resolverOf(schema)).map((body) => salt(body))
}

/** Bodies of which some have markup or quotes, to find pages and statements that do not escape them. */
function oddBodiesOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc
    .tuple(bodiesOf(schema), fc.nat(9), fc.nat(20))
    .map(([body, chance, at]) => (chance === 0 ? withMarkup(body, at) : body))
}

/**
 * E-mail addresses are unique in most applications, so each run has its own. Passwords are long enough for every rule.
 */
function salt(value: unknown, name = ""): unknown {
  if (typeof value === "string") {
    if (/^[a-z0-9]+@[a-z0-9]+\.example$/.test(value)) return value.replace("@", "{{salt}}@")
    return /password/i.test(name) ? "Fuzz-Pass-{{salt}}-9" : value
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, salt(one, key)]))
}

function withMarkup(body: unknown, at: number): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body
  const names = Object.entries(body).filter(
    ([name, value]) => typeof value === "string" && !/pass|mail/i.test(name) && !value.includes("{{"),
  )
  if (names.length === 0) return body
  return { ...body, [names[at % names.length]![0]]: markupTexts[at % markupTexts.length] }
}

function plainParams({ path }: FuzzRoute): Record<string, fc.Arbitrary<string>> {
  return Object.fromEntries(parametersOf(path).map((name) => [name, fc.oneof(plain, fc.uuid())]))
}

function objectsOf(schema: JsonSchema): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  return valuesOf(schema, resolverOf(schema)).map((value) =>
    typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {},
  )
}

function resolverOf(root: JsonSchema): Resolve {
  return (reference) => {
    const steps = reference.replace(/^#\/?/, "").split("/").filter(Boolean)
    return steps.reduce<JsonSchema>((part, step) => (part[step] ?? {}) as JsonSchema, root)
  }
}

function texts(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
}

function lists(values: Readonly<Record<string, unknown>>): Record<string, string | readonly string[]> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  )
}

/** Reduces header values to visible characters. */
function visible(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, String(value).replace(/[^!-~]/g, "") || "x"]),
  )
}

import type { Content, Operation, Parameter } from "./api-document.ts"
import { newRoute, type RouteChange } from "./change.ts"
import { compareSchemas, type Pair } from "./compare-schemas.ts"
import { findReadings } from "./find-readings.ts"
import { describeGap } from "./describe-gap.ts"
import { isSameJson, type Schema } from "./schema/schema.ts"

/** Compares the input of two versions of a route. */
export function compareRequests(before: Operation, after: Operation, pair: Pair): readonly RouteChange[] {
  return [
    ...comparePaths(before, after, pair),
    ...compareTexts(querySchemaOf(before), querySchemaOf(after), "query", pair),
    ...compareTexts(objectOf(before, "header"), objectOf(after, "header"), "headers", pair),
    ...compareTexts(objectOf(before, "cookie"), objectOf(after, "cookie"), "cookies", pair),
    ...compareBodies(before.requestBody, after.requestBody, pair),
  ]
}

/** By position: names of path parameters are not part of a request. */
function comparePaths(before: Operation, after: Operation, pair: Pair): readonly RouteChange[] {
  const [were, are] = [before, after].map((one) => parametersAt(one, "path")) as [Parameter[], Parameter[]]
  return were.flatMap((was, at): readonly RouteChange[] => {
    const is = are[at]
    if (is === undefined) return []
    const place = `params.${is.name}`
    const renamed: readonly RouteChange[] =
      was.name === is.name
        ? []
        : [
            {
              place,
              verdict: "safe",
              change: `name: ${was.name} → ${is.name}`,
              why: "the name is not sent; generated clients see it",
            },
          ]
    const wild: readonly RouteChange[] =
      was["x-wildcard"] === is["x-wildcard"]
        ? []
        : was["x-wildcard"] === true
          ? [
              {
                place,
                verdict: "breaking",
                change: "wildcard → parameter",
                why: "paths with more or fewer segments are no longer found",
                fix: "keep the wildcard",
              },
            ]
          : [{ place, verdict: "safe", change: "parameter → wildcard", why: "all old paths still match" }]
    return [
      ...renamed,
      ...wild,
      ...compareSchemas(was.schema ?? true, is.schema ?? true, place, "request", pair),
      ...compareReadings(was.schema ?? true, is.schema ?? true, place, pair),
    ]
  })
}

function parametersAt({ parameters = [] }: Operation, place: string): readonly Parameter[] {
  return parameters.filter((one) => one.in === place)
}

/** The parameters of one place as an object schema. */
function objectOf(operation: Operation, place: string): Schema {
  const all = parametersAt(operation, place)
  const nameOf = ({ name }: Parameter) => (place === "header" ? name.toLowerCase() : name)
  const required = all.filter((one) => one.required === true).map(nameOf)
  return {
    type: "object",
    properties: Object.fromEntries(all.map((one) => [nameOf(one), one.schema ?? true])),
    ...(required.length > 0 && { required }),
  }
}

/** A query with several possible shapes is one parameter in the document, whose properties are the real parameters. */
function querySchemaOf(operation: Operation): Schema {
  const [first, ...others] = parametersAt(operation, "query")
  const isWhole = first?.style === "form" && first.explode === true && others.length === 0
  return isWhole ? (first.schema ?? true) : objectOf(operation, "query")
}

function compareTexts(before: Schema, after: Schema, place: string, pair: Pair): readonly RouteChange[] {
  return [
    ...compareSchemas(before, after, place, "request", pair),
    ...compareReadings(before, after, place, pair),
  ]
}

/** A text is parsed as a number only if the schema does not allow text, so a wider schema can change how it is parsed. */
function compareReadings(before: Schema, after: Schema, place: string, pair: Pair): readonly RouteChange[] {
  const [were, are] = [findReadings(before, pair.before), findReadings(after, pair.after)]
  return [...were].flatMap(([name, was]) => {
    const is = are.get(name)
    if (is === undefined || was === is) return []
    const gap = { place: name === "" ? [] : [name], rule: "read as", from: was, to: is, was, is }
    return [describeGap(gap, "breaking", { place, direction: "request" })]
  })
}

function compareBodies(
  before: Operation["requestBody"],
  after: Operation["requestBody"],
  pair: Pair,
): readonly RouteChange[] {
  if (before === undefined && after === undefined) return []
  if (before === undefined)
    return [
      {
        place: "body",
        verdict: "breaking",
        change: "required now",
        why: "requests without a body are rejected",
        fix: newRoute,
      },
    ]
  if (after === undefined)
    return [
      {
        place: "body",
        verdict: "breaking",
        change: "no longer read",
        why: "what clients send is dropped without an error",
        fix: `accept the body, or ${newRoute}`,
      },
    ]
  return compareContents(before.content, after.content, pair)
}

function compareContents(before: Content, after: Content, pair: Pair): readonly RouteChange[] {
  const removed = Object.keys(before).filter((type) => !Object.hasOwn(after, type))
  const added = Object.keys(after).filter((type) => !Object.hasOwn(before, type))
  const place = "body"
  return [
    ...removed.map((type): RouteChange => ({
      place,
      verdict: "breaking",
      change: `no longer ${type}`,
      why: "bodies of this type are rejected",
      fix: `accept ${type} too, or ${newRoute}`,
    })),
    ...added.map((type): RouteChange => ({
      place,
      verdict: "safe",
      change: `also ${type}`,
      why: "other types are still accepted",
    })),
    ...Object.entries(before).flatMap(([type, { schema: was }]) => {
      if (!Object.hasOwn(after, type)) return []
      const is = after[type]?.schema
      if (was === undefined || is === undefined) return compareUnknown(was, is, place, "request")
      const read = type === "application/json" ? [] : compareReadings(was, is, place, pair)
      return [...compareSchemas(was, is, place, "request", pair), ...read]
    }),
  ]
}

/** If a library cannot describe its schema, only an unchanged schema is known to be compatible. */
export function compareUnknown(
  was: Schema | undefined,
  is: Schema | undefined,
  place: string,
  direction: "request" | "reply",
): readonly RouteChange[] {
  if (isSameJson(was, is)) return []
  const texts = [was, is].map((schema) => (schema === undefined ? "unknown" : "known"))
  const gap = { place: [], rule: "schema", from: texts[0], to: texts[1], was: texts[0], is: texts[1] }
  return [describeGap({ ...gap, undecided: true }, "breaking", { place, direction })]
}

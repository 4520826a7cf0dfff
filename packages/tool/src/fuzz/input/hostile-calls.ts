import type { FuzzCall } from "../call/fuzz-call.ts"
import { type FuzzRoute, routeTitle } from "../fuzz-target.ts"
import type { Knowledge } from "../learn.ts"
import { isEnding } from "../learn.ts"
import { parametersOf } from "./build-call.ts"
import {
  lineTexts,
  longText,
  markupTexts,
  oddBodies,
  oddHeaders,
  oddTexts,
  oddValues,
  pathTexts,
  redirectNames,
  redirectTexts,
  rowTexts,
  statementTexts,
} from "./hostile-texts.ts"
import { prototypePayloads } from "./prototype-payloads.ts"
import { xssStrings } from "./xss-strings.ts"
import { propertyNames } from "./property-names.ts"

/** Puts a text into one place of a call. */
type Put = (text: unknown) => FuzzCall

/** Calls with hostile inputs to one route, the most telling first. Some need a call before them. */
export function* hostileCalls(
  route: FuzzRoute,
  { samples, shapes }: Knowledge,
): Generator<readonly FuzzCall[]> {
  const { method, path } = route
  const sample = samples.get(routeTitle(route)) ?? { method, path }
  const shape = shapes.find(route)
  const fields = propertyNames(shape?.schema)
  const texts = [...placesOf(route, sample)]
  const inBody = fields.map((name) => bodyPlace(sample, name))
  const isSafe = method === "GET"
  for (const put of isSafe ? texts : []) for (const pair of rowTexts) yield rowsPair(put, pair)
  for (const put of [...texts, ...inBody])
    for (const text of [...pathTexts, ...redirectTexts, ...lineTexts, ...markupTexts, ...statementTexts])
      yield [put(text)]
  for (const name of redirectsOf(route))
    for (const text of redirectTexts) yield [queryPlace(sample, name)(text)]
  for (const put of texts) for (const text of oddTexts) yield [put(text)]
  for (const put of inBody) for (const value of [...oddTexts, ...oddValues]) yield [put(value)]
  for (const headers of oddHeaders) yield [{ ...sample, headers: { ...sample.headers, ...headers } }]
  if (!isSafe && !isEnding(route)) for (const text of oddBodies) yield [withText(sample, text)]
  for (const put of inBody) yield [put(longText)]
  for (const name of fields) yield [withoutField(sample, name)]
  if (shape?.encoding === "json") for (const text of prototypePayloads) yield [withText(sample, text)]
  for (const put of [...texts, ...inBody]) for (const text of xssStrings) yield [put(text)]
}

/** A value in a form. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value)
}

function rowsPair(put: Put, [plain, hostile]: readonly [string, string]): readonly FuzzCall[] {
  return [put(plain), { ...put(hostile), expect: "no more rows than before" }]
}

/** Parameters of the path and of the query. */
function* placesOf(route: FuzzRoute, sample: FuzzCall): Generator<Put> {
  for (const name of parametersOf(route.path)) {
    yield (text) => ({ ...sample, params: { ...sample.params, [name]: String(text) } })
    // Not encoded: what is behind `*` is a path, and dots mean something there.
    if (name === "*")
      yield (text) => ({ ...sample, target: route.path.replace("*", () => safe(String(text))) })
  }
  const declared = propertyNames(route.accepts.query)
  for (const name of new Set([...declared, ...route.reads])) yield queryPlace(sample, name)
}

/** What can be in a request line: no spaces, no line breaks. */
function safe(text: string): string {
  return text.replace(/[^!-~]/gu, (one) => encodeURIComponent(one.toWellFormed()))
}

function queryPlace(sample: FuzzCall, name: string): Put {
  return (text) => ({ ...sample, query: { ...sample.query, [name]: String(text) } })
}

function bodyPlace(sample: FuzzCall, name: string): Put {
  return (value) => {
    if (sample.form !== undefined) return { ...sample, form: { ...sample.form, [name]: textOf(value) } }
    const json = typeof sample.json === "object" && sample.json !== null ? sample.json : {}
    return { ...sample, json: { ...json, [name]: value } }
  }
}

/** A redirect depends on a name that no schema may say: the usual ones are tried where a route may redirect. */
function redirectsOf({ path, method, reads }: FuzzRoute): readonly string[] {
  const may = /sign|log-?(?:in|out)|auth|session|redirect|callback|go$|out$|return/i.test(path)
  return (may && method !== "DELETE") || reads.length > 0 ? redirectNames : []
}

function withText(sample: FuzzCall, text: string): FuzzCall {
  const { json: _, form: __, ...rest } = sample
  return { ...rest, text }
}

function withoutField(sample: FuzzCall, name: string): FuzzCall {
  const without = (body: object) => Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))
  if (sample.form !== undefined) return { ...sample, form: without(sample.form) }
  return typeof sample.json === "object" && sample.json !== null
    ? { ...sample, json: without(sample.json) }
    : sample
}

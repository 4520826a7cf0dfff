import { isGuarded } from "../access.ts"
import type { FuzzCall } from "../call/fuzz-call.ts"
import { type FuzzRoute, routeTitle } from "../fuzz-target.ts"
import { inTurn } from "../in-lanes.ts"
import { isEnding, type Knowledge } from "../learn.ts"
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
import { propertyNames } from "./property-names.ts"
import { prototypePayloads } from "./prototype-payloads.ts"
import { xssStrings } from "./xss-strings.ts"

/** Puts a value into one place of a call. */
type Put = (value: unknown) => FuzzCall

/** Calls of one session, with what was changed in the last one. */
export interface HostileCalls {
  readonly calls: readonly FuzzCall[]
  /** Whether what was stored is read afterwards: it may do harm only there. */
  readonly readBack: boolean
}

/** The first texts that each place gets. */
const telling = [...inTurn([pathTexts, markupTexts, redirectTexts, statementTexts, lineTexts])]

/** Calls with hostile inputs to one route, the most telling first. */
export function* hostileCalls(route: FuzzRoute, knowledge: Knowledge): Generator<HostileCalls> {
  const { method, path } = route
  const sample = knowledge.samples.get(routeTitle(route)) ?? { method, path }
  const shape = knowledge.shapes.find(route)
  const fields = propertyNames(shape?.schema)
  const texts = [...textPlaces(route, sample)]
  const bodies = fields.toSorted((a, b) => secrecyOf(a) - secrecyOf(b)).map((name) => bodyPlace(sample, name))
  if (method === "GET") for (const put of texts) for (const pair of rowTexts) yield rowsPair(put, pair)
  // What exists already is often rejected with an error of the database.
  if (method === "POST") yield one(sample, sample)
  for (const put of [...texts, ...bodies])
    for (const text of telling) {
      yield { calls: [put(text)], readBack: bodies.includes(put) && markupTexts.includes(text) }
      // Who is signed in often sees another page.
      if (!isGuarded(route)) yield one({ ...put(text), cookies: false })
    }
  for (const name of redirectsOf(route))
    for (const text of redirectTexts) yield one(queryPlace(sample, name)(text))
  for (const put of texts) for (const text of oddTexts) yield one(put(text))
  for (const put of bodies)
    for (const value of [...oddTexts, ...oddValues]) yield { calls: [put(value)], readBack: value === "" }
  yield* wholeCalls(route, sample, fields)
  for (const put of bodies) yield one(put(longText))
  if (shape?.encoding === "json") for (const text of prototypePayloads) yield one(withText(sample, text))
  for (const put of [...texts, ...bodies]) for (const text of xssStrings) yield one(put(text))
}

/** Odd headers, odd bodies, and bodies without a field. */
function* wholeCalls(route: FuzzRoute, sample: FuzzCall, fields: readonly string[]): Generator<HostileCalls> {
  for (const headers of oddHeaders) yield one({ ...sample, headers: { ...sample.headers, ...headers } })
  if (route.method !== "GET" && !isEnding(route))
    for (const text of oddBodies) yield one(withText(sample, text))
  for (const name of fields) yield one(withoutField(sample, name))
}

function one(...calls: readonly FuzzCall[]): HostileCalls {
  return { calls, readBack: false }
}

function rowsPair(put: Put, [plain, hostile]: readonly [string, string]): HostileCalls {
  return one(put(plain), { ...put(hostile), expect: "no more rows than before" })
}

/** Wrong credentials are counted by many applications, which then reject the right ones too: they come last. */
function secrecyOf(name: string): number {
  if (/pass|secret/i.test(name)) return 2
  return /mail|user|login/i.test(name) ? 1 : 0
}

/** Parameters of the path and of the query. */
function* textPlaces(route: FuzzRoute, sample: FuzzCall): Generator<Put> {
  for (const name of parametersOf(route.path)) {
    yield (text) => ({ ...sample, params: { ...sample.params, [name]: textOf(text) } })
    // Not encoded: what is behind `*` is a path, and dots mean something there.
    if (name === "*")
      yield (text) => ({ ...sample, target: route.path.replace("*", () => inLine(textOf(text))) })
  }
  const names = new Set([...propertyNames(route.accepts.query), ...route.reads])
  for (const name of names) yield queryPlace(sample, name)
}

/** A text as it can be in a request line: no spaces, no line breaks. */
function inLine(text: string): string {
  return text.replace(/[^!-~]/gu, (character) => encodeURIComponent(character.toWellFormed()))
}

function queryPlace(sample: FuzzCall, name: string): Put {
  return (text) => ({ ...sample, query: { ...sample.query, [name]: textOf(text) } })
}

function bodyPlace(sample: FuzzCall, name: string): Put {
  return (value) => {
    if (sample.form !== undefined) return { ...sample, form: { ...sample.form, [name]: textOf(value) } }
    const json = typeof sample.json === "object" && sample.json !== null ? sample.json : {}
    return { ...sample, json: { ...json, [name]: value } }
  }
}

/** A value in a form or a query. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value)
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

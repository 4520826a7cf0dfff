import { isGuarded } from "../access.ts"
import type { FuzzCall } from "../call/fuzz-call.ts"
import { type FuzzRoute, routeTitle } from "../fuzz-target.ts"
import { inTurn } from "../in-lanes.ts"
import { isEnding, isRegistration, type Knowledge } from "../learn.ts"
import { bodyPlace, type Put, renewed, textOf, withFields, withText } from "./body-changes.ts"
import { parametersOf } from "./build-call.ts"
import {
  addressTexts,
  foreignTexts,
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

/** Calls of one session, with what was changed in the last one. */
export interface HostileCalls {
  readonly calls: readonly FuzzCall[]
  /** Whether what was stored is read afterwards: it may do harm only there. */
  readonly readBack: boolean
  /** Whether a row is created for them: lists show the latest ones first. */
  readonly ownRow?: boolean
}

/** The first texts that each place gets. */
const telling = [...inTurn([pathTexts, markupTexts, redirectTexts, statementTexts, lineTexts, foreignTexts])]

/** Calls with hostile inputs to one route, the most telling first. */
export function* hostileCalls(route: FuzzRoute, knowledge: Knowledge): Generator<HostileCalls> {
  const { method, path } = route
  const sample = knowledge.samples.get(routeTitle(route)) ?? { method, path }
  // What exists already is often rejected with an error of the database.
  if (method === "POST") yield one(sample, sample)
  let number = 0
  for (const hostile of changesOf(route, sample, knowledge))
    // An account that exists already would be rejected for that alone.
    if (isRegistration(route))
      yield { ...hostile, calls: hostile.calls.map((call) => renewed(call, number++)) }
    else yield hostile
}

function* changesOf(route: FuzzRoute, sample: FuzzCall, { shapes }: Knowledge): Generator<HostileCalls> {
  const shape = shapes.find(route)
  const fields = propertyNames(shape?.schema)
  const texts = [...textPlaces(route, sample)]
  const bodies = fields.toSorted((a, b) => secrecyOf(a) - secrecyOf(b)).map((name) => bodyPlace(sample, name))
  // What `*` stands for is most often a file.
  if (route.path.endsWith("*")) for (const text of pathTexts) for (const put of texts) yield one(put(text))
  if (route.method === "GET") for (const put of texts) for (const pair of rowTexts) yield rowsPair(put, pair)
  yield* partialBodies(sample, fields, (shape?.schema["required"] ?? []) as readonly string[])
  for (const name of fields.filter((field) => /mail/i.test(field)))
    for (const text of addressTexts) yield one(bodyPlace(sample, name)(text))
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
  yield* wholeCalls(route, sample)
  for (const put of bodies) yield one(put(longText))
  if (shape?.encoding === "json") for (const text of prototypePayloads) yield one(withText(sample, text))
  for (const put of [...texts, ...bodies]) for (const text of xssStrings) yield one(put(text))
}

/** Bodies without one field, and with one alone beside those that are required: what they leave empty is read back. */
function* partialBodies(
  sample: FuzzCall,
  fields: readonly string[],
  required: readonly string[],
): Generator<HostileCalls> {
  for (const name of fields) {
    const without = withFields(sample, (other) => other !== name)
    yield { calls: [without], readBack: true, ownRow: true }
    if (required.includes(name)) continue
    const alone = withFields(sample, (other) => other === name || required.includes(other))
    yield { calls: [alone], readBack: true, ownRow: true }
  }
}

/** Odd headers and odd bodies. */
function* wholeCalls(route: FuzzRoute, sample: FuzzCall): Generator<HostileCalls> {
  for (const headers of oddHeaders) yield one({ ...sample, headers: { ...sample.headers, ...headers } })
  if (route.method !== "GET" && !isEnding(route))
    for (const text of oddBodies) yield one(withText(sample, text))
}

function one(...calls: readonly FuzzCall[]): HostileCalls {
  return { calls, readBack: false }
}

function rowsPair(put: Put, [never, always]: readonly [string, string]): HostileCalls {
  // In this order: rows that other calls create meanwhile are then no sign of an error.
  return one(put(always), { ...put(never), expect: "no fewer rows than before" })
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

/** A redirect depends on a name that no schema may say: the usual ones are tried where a route may redirect. */
function redirectsOf({ path, method, reads }: FuzzRoute): readonly string[] {
  const may = /sign|log-?(?:in|out)|auth|session|redirect|callback|go$|out$|return/i.test(path)
  return (may && method !== "DELETE") || reads.length > 0 ? redirectNames : []
}

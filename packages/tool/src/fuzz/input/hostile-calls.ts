import { isGuarded } from "../access.ts"
import type { FuzzCall } from "../call/fuzz-call.ts"
import { type FuzzRoute, routeTitle } from "../target/fuzz-target.ts"
import { inTurn } from "../in-lanes.ts"
import { isEnding, isRegistration, type Knowledge } from "../learn.ts"
import { bodyPlace, type Put, renewed, formTextOf, withFields, withText } from "./body-changes.ts"
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
import { propertyNames } from "./properties.ts"
import { prototypePayloads } from "./prototype-payloads.ts"
import { xssStrings } from "./xss-strings.ts"

/** Calls of one session. The last one has a hostile value. */
export interface HostileCalls {
  readonly calls: readonly FuzzCall[]
  /** Whether stored data is read afterwards, where it may do harm. */
  readonly readBack: boolean
  /** Whether a row is created for them: lists show the latest ones first. */
  readonly ownRow?: boolean
}

/** The first texts for each place. */
const telling = [...inTurn([pathTexts, markupTexts, redirectTexts, statementTexts, lineTexts, foreignTexts])]

/** Calls with hostile inputs to one route, the most promising first. */
export function* hostileCalls(route: FuzzRoute, knowledge: Knowledge): Generator<HostileCalls> {
  const { method, path } = route
  const sample = knowledge.samples.get(routeTitle(route)) ?? { method, path }
  // Duplicates often fail with a database error.
  if (method === "POST") yield one(sample, sample)
  let number = 0
  for (const hostile of changesOf(route, sample, knowledge))
    // An existing account would be rejected for that reason alone.
    if (isRegistration(route))
      yield { ...hostile, calls: hostile.calls.map((call) => renewed(call, number++)) }
    else yield hostile
}

function* changesOf(route: FuzzRoute, sample: FuzzCall, { shapes }: Knowledge): Generator<HostileCalls> {
  const shape = shapes.find(route)
  const fields = propertyNames(shape?.schema)
  const texts = [...textPlaces(route, sample)]
  const bodies = fields.toSorted((a, b) => secrecyOf(a) - secrecyOf(b)).map((name) => bodyPlace(sample, name))
  // A wildcard is usually a file path.
  if (route.path.endsWith("*")) for (const text of pathTexts) for (const put of texts) yield one(put(text))
  if (route.method === "GET") for (const put of texts) for (const pair of rowTexts) yield rowsPair(put, pair)
  yield* partialBodies(sample, fields, (shape?.schema["required"] ?? []) as readonly string[])
  for (const name of fields.filter((field) => /mail/i.test(field)))
    for (const text of addressTexts) yield one(bodyPlace(sample, name)(text))
  for (const put of [...texts, ...bodies])
    for (const text of telling) {
      yield { calls: [put(text)], readBack: bodies.includes(put) && markupTexts.includes(text) }
      // A signed-in user often gets another page.
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

/** Bodies without one field, and with one optional field beside the required ones: the empty fields are read back. */
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
  // In this order, so that rows created by concurrent calls do not look like an error.
  return one(put(always), { ...put(never), expect: "no fewer rows than before" })
}

/** Many applications count wrong credentials and then reject the right ones too, so these come last. */
function secrecyOf(name: string): number {
  if (/pass|secret/i.test(name)) return 2
  return /mail|user|login/i.test(name) ? 1 : 0
}

/** Parameters of the path and of the query. */
function* textPlaces(route: FuzzRoute, sample: FuzzCall): Generator<Put> {
  for (const name of parametersOf(route.path)) {
    yield (text) => ({ ...sample, params: { ...sample.params, [name]: formTextOf(text) } })
    // Not encoded: a wildcard is a path, in which dots have a meaning.
    if (name === "*")
      yield (text) => ({ ...sample, target: route.path.replace("*", () => inLine(formTextOf(text))) })
  }
  const names = new Set([...propertyNames(route.accepts.query), ...route.reads])
  for (const name of names) yield queryPlace(sample, name)
}

/** Encodes a text for a request line: no spaces, no line breaks. */
function inLine(text: string): string {
  return text.replace(/[^!-~]/gu, (character) => encodeURIComponent(character.toWellFormed()))
}

function queryPlace(sample: FuzzCall, name: string): Put {
  return (text) => ({ ...sample, query: { ...sample.query, [name]: formTextOf(text) } })
}

/** A redirect may depend on a parameter that no schema declares: common names are tried on routes that may redirect. */
function redirectsOf({ path, method, reads }: FuzzRoute): readonly string[] {
  const may = /sign|log-?(?:in|out)|auth|session|redirect|callback|go$|out$|return/i.test(path)
  return (may && method !== "DELETE") || reads.length > 0 ? redirectNames : []
}

import fc from "fast-check"
import type { JsonSchema } from "trivet/extend"
import type { OpenApiDocument, OperationObject, ParameterObject } from "@trivet/openapi"
import { type Resolve, valuesOf } from "../../../tool/src/fuzz/input/schema-values.ts"

/** A call made from a document. */
export interface RandomCall {
  readonly method: string
  readonly path: string
  /** The path as the document has it. */
  readonly template: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** Whether it keeps all that the document asks for. */
  readonly valid: boolean
}

interface Operation {
  readonly template: string
  readonly method: string
  readonly operation: OperationObject
}

/** What goes into a call's parts: texts by parameter, a body, further headers. */
interface Filling {
  readonly texts: Readonly<Record<string, readonly string[] | undefined>>
  readonly body: string | undefined
  readonly headers: Readonly<Record<string, string>>
}

/** Calls to every operation of a document, some as it asks for, some broken in one way or another. */
export function randomCalls(document: OpenApiDocument, token: string): fc.Arbitrary<RandomCall> {
  const resolve: Resolve = (reference) => {
    const steps = reference.split("/").slice(1)
    return steps.reduce<unknown>(
      (part, step) => (part as Record<string, unknown>)[step],
      document,
    ) as JsonSchema
  }
  const operations = Object.entries(document.paths).flatMap(([template, item]) =>
    Object.entries(item).map(([method, operation]) => ({ template, method, operation })),
  )
  return fc.oneof(
    ...operations.flatMap((one) => {
      const valid = validFilling(one.operation, token, resolve)
      return [
        valid.map((filling) => write(one, filling, true)),
        broken(valid, one.operation).map((filling) => write(one, filling, false)),
      ]
    }),
  )
}

function validFilling(operation: OperationObject, token: string, resolve: Resolve): fc.Arbitrary<Filling> {
  const parameters = operation.parameters ?? []
  const texts = fc.record(Object.fromEntries(parameters.map((one) => [keyOf(one), textsOf(one, resolve)])), {
    requiredKeys: parameters.filter((one) => one.required === true).map(keyOf),
  })
  const schema = operation.requestBody?.content["application/json"]?.schema
  const body =
    schema === undefined ? fc.constant(undefined) : valuesOf(schema, resolve).map((v) => JSON.stringify(v))
  const headers = fc.record({
    authorization: fc.constant(operation.security === undefined ? "" : `Bearer ${token}`),
    accept: fc.constantFrom("*/*", "application/json", "application/problem+json"),
    "content-type": fc.constantFrom("application/json", "application/x-www-form-urlencoded"),
  })
  return fc.record({ texts, body, headers })
}

function keyOf({ in: place, name }: ParameterObject): string {
  return `${place} ${name}`
}

function textsOf(parameter: ParameterObject, resolve: Resolve): fc.Arbitrary<readonly string[]> {
  const values = valuesOf(parameter.schema, resolve).map((value) =>
    (Array.isArray(value) ? value : [value]).map(String),
  )
  if (parameter.in === "query") return values
  // A path has no empty segments and no dots alone; a header holds visible letters.
  const allowed = parameter.in === "path" ? /^(?!\.{1,2}$)[\s\S]+$/ : /^[!-~]+$/
  const visible = fc.stringMatching(/^[!-~]{1,12}$/).map((text) => [text])
  return parameter.in === "header" && parameter.schema["type"] === "string"
    ? visible
    : values.filter((list) => list.every((text) => allowed.test(text)))
}

/** Changes a good filling in one way that is most likely not allowed. */
function broken(valid: fc.Arbitrary<Filling>, operation: OperationObject): fc.Arbitrary<Filling> {
  const keys = (operation.parameters ?? []).map(keyOf)
  const anyText = fc.oneof(
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.constantFrom("", "0", "-1", "1.5", "%", ".."),
  )
  const text =
    keys.length === 0 ? [] : [fc.tuple(fc.constantFrom(...keys), fc.array(anyText, { maxLength: 3 }))]
  const body = fc.oneof(
    { arbitrary: fc.json(), weight: 10 },
    { arbitrary: fc.string({ maxLength: 30 }), weight: 10 },
    { arbitrary: fc.constant(""), weight: 4 },
    { arbitrary: fc.constant('{"__proto__":{"email":"a@b.example"},"constructor":1}'), weight: 4 },
    { arbitrary: fc.constant(JSON.stringify("x".repeat(1024 * 1024))), weight: 1 },
  )
  const headers = fc.constantFrom(
    { authorization: "" },
    { authorization: "Bearer wrong" },
    { "content-encoding": "gzip" },
  )
  const changes: fc.Arbitrary<(filling: Filling) => Filling>[] = [
    ...text.map((pair) =>
      pair.map(([key, list]) => (filling: Filling) => ({
        ...filling,
        texts: { ...filling.texts, [key]: list },
      })),
    ),
    ...(operation.requestBody === undefined
      ? []
      : [
          body.map((sent) => (filling: Filling) => ({ ...filling, body: sent })),
          fc.nat(20).map((at) => (filling: Filling) => ({ ...filling, body: without(filling.body, at) })),
        ]),
    headers.map((more) => (filling) => ({ ...filling, headers: { ...filling.headers, ...more } })),
  ]
  return fc.tuple(valid, fc.oneof(...changes)).map(([filling, change]) => change(filling))
}

/** A body without one of its fields. */
function without(body: string | undefined, at: number): string | undefined {
  const entries = Object.entries(JSON.parse(body ?? "{}") as object)
  return JSON.stringify(
    Object.fromEntries(entries.filter((_, index) => index !== at % Math.max(1, entries.length))),
  )
}

function write(
  { template, method, operation }: Operation,
  { texts, body, headers }: Filling,
  valid: boolean,
): RandomCall {
  const query = new URLSearchParams()
  const sent: Record<string, string> = Object.fromEntries(
    Object.entries(headers).filter(([, text]) => text !== ""),
  )
  let path = template
  for (const parameter of operation.parameters ?? []) {
    const list = texts[keyOf(parameter)] ?? []
    // Half a character cannot be sent, whatever the document says.
    const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
    if (parameter.in === "path") path = path.replace(`{${parameter.name}}`, () => encoded(list.join("")))
    else if (parameter.in === "query") for (const text of list) query.append(parameter.name, text)
    else if (list.length > 0) sent[parameter.name] = list.join("").replace(/[^!-~]/g, "")
  }
  const question = query.size === 0 ? "" : `?${query.toString()}`
  return { method: method.toUpperCase(), path: `${path}${question}`, template, headers: sent, body, valid }
}

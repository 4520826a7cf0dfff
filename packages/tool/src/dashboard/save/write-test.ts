import { jsonOf } from "../record/credentials.ts"
import { replyHeader } from "../record/recorded-call.ts"
import { parametersOf } from "../record/show-call.ts"
import type { Exchange, Given, Spot } from "./exchange.ts"
import { findOrigin, findSteps } from "./find-steps.ts"
import { escaped, isChangingNumber, maskFor, maskTexts, patternFor } from "./mask-text.ts"
import { findFormat } from "./reply-schema.ts"
import { StandIns } from "./stand-ins.ts"
import { fixedParts, TestNames } from "./test-names.ts"
import { block, propertyKey, memberOf, writeRequest, type Writer } from "./write-request.ts"

/** The input of a test. */
export interface TestSource {
  /** All calls of this run of the program, oldest first. */
  readonly all: readonly Exchange[]
  /** The index of the call that is saved. */
  readonly target: number
  /** The JSON Schema of its reply, if its record has one. */
  readonly schema: unknown
  /** The program's entry file, as the test imports it: `../main.ts`. */
  readonly entry: string
}

/** The code of a test that makes the calls on which a call depends, makes the call, and compares its reply. */
export function writeTest(source: TestSource): string {
  return new TestText(source).write()
}

class TestText {
  readonly #source: TestSource
  readonly #steps: readonly number[]
  readonly #names = new TestNames()
  readonly #standIns = new StandIns()
  /** The variable of each step's reply. */
  readonly #replies = new Map<number, string>()
  /** Variables with values of replies, by step and place. */
  readonly #variables = new Map<string, string>()
  /** The lines that declare them, by step. */
  readonly #declared = new Map<number, string[]>()
  #needsCookie = false
  #isIncomplete = false

  constructor(source: TestSource) {
    this.#source = source
    this.#steps = findSteps(source.all, source.target)
  }

  write(): string {
    const { all, target, entry } = this.#source
    for (const step of this.#steps) {
      const { call } = all[step]!
      const name = fixedParts(call.pattern ?? call.path).at(-1) ?? "step"
      this.#replies.set(step, step === target ? "reply" : this.#names.for(name, "step"))
    }
    const sent = this.#steps.map((step) => writeRequest(all[step]!.call, this.#writerFor(step)))
    const checks = this.#writeChecks()
    const { method, pattern, status } = all[target]!.call
    const lines = this.#steps.flatMap((step, at) => [
      `  const ${this.#replies.get(step)} = await app.request(${sent[at]})`,
      ...(step === target
        ? checks
        : [`  expect(${this.#replies.get(step)}.status).toBe(${all[step]!.call.status})`]),
      ...(this.#declared.get(step) ?? []),
      ...(step === target ? [] : [""]),
    ])
    const title = `${method} ${pattern ?? "without a route"} answers ${status}`
    return [
      "// Saved by `trivet dev` from a call and what it depends on. It is yours to change: it is not written again.",
      ...(this.#isIncomplete
        ? ["// Its credentials are in no recorded reply, and are not saved: use those of a login instead."]
        : []),
      `import { createTestApp, type TestApp${this.#needsCookie ? ", type TestReply" : ""} } from "trivet/testing"`,
      `import { afterAll, beforeAll, expect, it } from "vitest"`,
      "",
      "let app: TestApp",
      "beforeAll(async () => {",
      `  app = await createTestApp(() => import(${JSON.stringify(entry)}))`,
      "})",
      "afterAll(() => app.stop())",
      "",
      `it(${JSON.stringify(title)}, async () => {`,
      ...lines,
      "})",
      ...(this.#needsCookie ? ["", ...cookieOf] : []),
      "",
    ].join("\n")
  }

  #writerFor(step: number): Writer {
    return {
      variable: (text, name) => this.#variable(step, text, name),
      standIn: (secret) => {
        const { call } = this.#source.all[step]!
        const isCredential = Object.values(call.headers).some((value) => value.includes(secret))
        if (isCredential && (call.status ?? 500) < 400) this.#isIncomplete = true
        return this.#standIns.of(secret)
      },
    }
  }

  /** The variable that holds a value before a step, from the reply of another step. */
  #variable(step: number, text: string, name: string): string | undefined {
    const value = { text, name, isCredential: false }
    const origin = findOrigin(this.#source.all, step, value, (one) => this.#replies.has(one))
    if (origin === undefined) return undefined
    const key = `${origin.step} ${JSON.stringify(origin.given.spot)}`
    const known = this.#variables.get(key)
    if (known !== undefined) return known
    const variable = this.#names.for(this.#nameFor(origin.step, origin.given), "value")
    this.#variables.set(key, variable)
    const isNumber = this.#isNumber(origin.step, origin.given.spot)
    const line = `  const ${variable} = ${this.#read(origin.step, origin.given.spot, isNumber)}`
    this.#declared.set(origin.step, [...(this.#declared.get(origin.step) ?? []), line])
    return variable
  }

  /** An id is named after its object. */
  #nameFor(step: number, { name, spot }: Given): string {
    if (name !== "id") return name
    const owner =
      spot.kind === "json" ? spot.path.slice(0, -1).findLast((part) => typeof part === "string") : undefined
    return `${owner ?? this.#replies.get(step)} id`
  }

  #isNumber(step: number, spot: Spot): boolean {
    if (spot.kind !== "json") return false
    const body = jsonOf(this.#source.all[step]!.text)
    const found = spot.path.reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], body)
    return typeof found === "number"
  }

  #read(step: number, spot: Spot, isNumber: boolean): string {
    const reply = this.#replies.get(step)!
    if (spot.kind === "header") return `${reply}.headers.get(${JSON.stringify(spot.name)}) ?? ""`
    if (spot.kind === "location")
      return `(${reply}.headers.get("location") ?? "").split(/[/?#]/)[${spot.segment}] ?? ""`
    if (spot.kind === "cookie") {
      this.#needsCookie = true
      return `cookieOf(${reply}, ${JSON.stringify(spot.name)})`
    }
    const type = spot.path.reduceRight<string>(
      (inner, part) => (typeof part === "number" ? `(${inner})[]` : `{ ${propertyKey(part)}: ${inner} }`),
      isNumber ? "number" : "string",
    )
    const path = spot.path.map((part) => (typeof part === "number" ? `[${part}]!` : memberOf(part)))
    return `(${reply}.json() as ${type})${path.join("")}`
  }

  #writeChecks(): string[] {
    const { all, target, schema } = this.#source
    const { call, text } = all[target]!
    const checks = [`  expect(reply.status).toBe(${call.status})`]
    for (const name of ["content-type", "location", "www-authenticate", "allow"]) {
      const [value] = replyHeader(call, name)
      if (value !== undefined)
        checks.push(
          `  expect(reply.headers.get(${JSON.stringify(name)})).toEqual(${this.#expectText(value)})`,
        )
    }
    const cookies = replyHeader(call, "set-cookie")
    if (cookies.length > 0)
      checks.push(
        `  expect(reply.headers.all("set-cookie")).toEqual([${cookies.map(expectCookie).join(", ")}])`,
      )
    if (call.method === "HEAD") return checks
    if (!call.replyBody.isWhole) return [...checks, "  // The body was too large to be saved."]
    const json = jsonOf(text)
    if (json !== undefined)
      return [...checks, `  expect(reply.json()).toEqual(${this.#expect(json, [], schema, 2)})`]
    if (call.replyBody.text() === undefined)
      return [...checks, `  expect(reply.bytes.length).toBe(${call.replyBody.bytes})`]
    return [...checks, `  expect(reply.text()).toEqual(${this.#expectText(text)})`]
  }

  /** A value of the reply as the test expects it. */
  #expect(value: unknown, path: readonly (string | number)[], schema: unknown, indent: number): string {
    const name = String(path.findLast((part) => typeof part === "string") ?? "")
    if (typeof value === "number") {
      const known = isChangingNumber(value, name) ? this.#known(String(value), name) : undefined
      return known ?? (isChangingNumber(value, name) ? "expect.any(Number)" : String(value))
    }
    if (typeof value === "string") {
      const known = this.#known(value, name)
      if (known !== undefined) return known
      const mask = maskFor(value, name, findFormat(schema, path))
      return mask === undefined ? this.#expectText(value) : maskTexts[mask]
    }
    if (typeof value !== "object" || value === null) return JSON.stringify(value)
    return block(
      value,
      (part, key) =>
        this.#expect(part, [...path, Array.isArray(value) ? Number(key) : key], schema, indent + 2),
      indent,
    )
  }

  /** The code of a reply's value, if it is known from an earlier reply or from the request itself. */
  #known(text: string, name: string): string | undefined {
    const { all, target } = this.#source
    const variable = this.#variable(target, text, name)
    if (variable !== undefined) return variable
    const sent = all[target]!.sent.find((value) => value.text === text)
    if (sent === undefined || text === "" || /^\d+$/.test(text)) return undefined
    const isHidden = sent.isCredential || /password/i.test(sent.name)
    return JSON.stringify(isHidden ? this.#standIns.of(text) : text)
  }

  /** A text in which ids, times and tokens may differ. */
  #expectText(text: string): string {
    const pattern = patternFor(text)
    if (pattern === undefined) return JSON.stringify(text)
    // A value from the path is the same again, unless it is an id of another run.
    const { all, target } = this.#source
    const isSent = parametersOf(all[target]!.call).some(({ value }) => value === text)
    return isSent ? JSON.stringify(text) : `expect.stringMatching(/${pattern}/)`
  }
}

/** A cookie: its value differs, its name and attributes do not. */
function expectCookie(line: string): string {
  const [, name = "", value = "", rest = ""] = /^([^=]*)=([^;]*)(.*)$/.exec(line) ?? []
  const attributes = patternFor(rest)?.slice(1, -1) ?? escaped(rest)
  return `expect.stringMatching(/^${escaped(name)}=${value === "" ? "" : "[^;]+"}${attributes}$/)`
}

const cookieOf = [
  "function cookieOf(reply: TestReply, name: string): string {",
  '  const line = reply.headers.all("set-cookie").find((one) => one.startsWith(`${name}=`)) ?? ""',
  '  return line.slice(name.length + 1).split(";", 1)[0] ?? ""',
  "}",
]

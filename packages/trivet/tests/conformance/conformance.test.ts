import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Make, makes } from "./app.ts"
import type { Case, Expected, HeaderRule, Step } from "./case.ts"
import { cases } from "./cases.ts"
import { linesOf, type Received } from "./received.ts"
import { type Runtime, runtimes, type Started } from "./runtimes.ts"
import { workerdReasons } from "./workerd-differences.ts"

/** What one runtime must answer to the first call of a case. */
function expectedOf({ expect: usual, differs }: Case, runtime: Runtime): Expected | null {
  return differs?.runtimes.includes(runtime.name) === true ? differs.expect : usual
}

function checkHeader(received: Received, name: string, rule: HeaderRule): void {
  const lines = linesOf(received, name)
  if (rule === null) expect(lines, name).toEqual([])
  else if (typeof rule === "string") expect(lines.join(", "), name).toBe(rule)
  else if ("matches" in rule) expect(lines.join(", "), name).toMatch(new RegExp(rule.matches))
  else expect(lines, name).toEqual(rule)
}

function check(received: Received, wanted: Expected, { send }: Step): void {
  const text = Buffer.from(received.body).toString()
  expect(received.cut, "cut").toBe(wanted.cut ?? false)
  if (received.status !== undefined || !received.cut) expect(received.status, text).toBe(wanted.status)
  for (const [name, rule] of Object.entries(wanted.headers ?? {})) checkHeader(received, name, rule)
  if (wanted.json !== undefined) expect(JSON.parse(text)).toEqual(wanted.json)
  if (wanted.text !== undefined) expect(text).toBe(wanted.text)
  if (wanted.bytes !== undefined) expect([...received.body]).toEqual(wanted.bytes)
  const mayHold =
    send.headers?.some(([name]) => name === "X-May-Hold-Secrets") === true || send.path.includes("secret")
  if (!mayHold) expect(JSON.stringify([received.headers, text])).not.toContain("secret")
  checkFraming(received, send.method === "HEAD")
}

/** What HTTP demands of every reply. */
function checkFraming(received: Received, head: boolean): void {
  const { status, body, cut } = received
  const lengths = linesOf(received, "content-length")
  expect(linesOf(received, "content-type").length).toBeLessThan(2)
  expect(lengths.length).toBeLessThan(2)
  if (status === 204)
    expect([...lengths, ...linesOf(received, "transfer-encoding")], "framing of 204").toEqual([])
  else if (status !== 304 && !head && !cut && lengths.length > 0)
    expect(lengths).toEqual([String(body.length)])
}

async function run(started: Started, make: Make, one: Case, runtime: Runtime): Promise<void> {
  const first = expectedOf(one, runtime)
  if (first !== null) check(await started.send(make, one.send), first, one)
  for (const step of one.after ?? []) check(await started.send(make, step.send), step.expect, step)
}

// The scope is the same code on every runtime that shares an engine. TRIVET_LONG=1 tries it on each.
const long = process.env["TRIVET_LONG"] === "1"
const makesOn = ({ name }: Runtime) =>
  makes.filter(
    (make) =>
      make !== "scoped" || long || name === "node 26" || name === "fetch on node" || name === "workerd",
  )

describe.each(runtimes)("$name", (runtime) => {
  let started: Started
  beforeAll(async () => {
    started = await runtime.start()
  })
  afterAll(() => started?.stop())

  describe.each(Object.entries(cases))("%s", (_subject, list) => {
    for (const make of makesOn(runtime)) {
      const about = make === "scoped" ? "full" : make
      for (const one of list.filter((each) => each.make === undefined || each.make === about))
        it(`${one.name} (${make})`, () => expect(run(started, make, one, runtime)).resolves.toBeUndefined())
    }
  })
})

describe("cases", () => {
  it("are many, and none is named twice within its subject", () => {
    const names = Object.entries(cases).flatMap(([subject, list]) =>
      list.map(({ name }) => `${subject}: ${name}`),
    )
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThan(120)
  })

  it("differ between engines only where a runtime leaves no choice", () => {
    const differences = Object.values(cases).flatMap((list) => list.flatMap(({ differs }) => differs ?? []))
    expect(new Set(differences.map(({ runtimes: of, reason }) => `${of.join(", ")}: ${reason}`))).toEqual(
      new Set([
        "bun, fetch on node: the runtime resolves dot segments and backslashes before a handler sees the address",
        "bun, fetch on node, workerd: the runtime resolves dot segments and backslashes before a handler sees the address",
        "deno: Deno tells neither the length nor the end of a 205, and a client waits for it",
        "bun: Bun does not note the type of a text in the headers of the Response that is made of it",
        ...Object.values(workerdReasons).map((reason) => `workerd: ${reason}`),
      ]),
    )
  })
})

import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Make, makes } from "./app.ts"
import type { Case, Expected } from "./case.ts"
import { cases } from "./cases.ts"
import { runCase } from "./run-case.ts"
import { type Runtime, runtimes, type Started } from "./runtimes.ts"
import { workerdReasons } from "./workerd-differences.ts"

/** What one runtime must answer to the first call of a case. */
function expectedOf({ expect: usual, differs }: Case, runtime: Runtime): Expected | null {
  return differs?.runtimes.includes(runtime.name) === true ? differs.expect : usual
}

function run(started: Started, make: Make, one: Case, runtime: Runtime): Promise<void> {
  return runCase((sent) => started.send(make, sent), one, expectedOf(one, runtime))
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

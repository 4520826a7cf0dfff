import fc from "fast-check"
import { createApp, createJsonLog, Describe } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { afterAll, describe, expect, it } from "vitest"
import { describeOpenApi } from "@trivet/openapi"
import { createTestDatabase } from "../../../postgres/src/testing.ts"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { ContractCalls } from "../../../trivet/tests/client/contract-calls.ts"
import { type Example, examples } from "../examples.ts"
import { itemsModule } from "../libraries/items-module.ts"
import { withArkType } from "../libraries/with-arktype.ts"
import { nestedDto, withDto } from "../libraries/with-dto.ts"
import { withTypeBox } from "../libraries/with-typebox.ts"
import { withValibot } from "../libraries/with-valibot.ts"
import { withZod } from "../libraries/with-zod.ts"
import { Arrivals } from "./arrivals.ts"
import { askClient, contractOf } from "./ask-client.ts"
import { ask } from "./ask.ts"
import { createDocumentCheck } from "./document-check.ts"
import { randomCalls } from "./random-call.ts"
import { sameInBoth } from "./same-in-both.ts"

// TRIVET_LONG=1 makes 5,000 calls.
const total = process.env["TRIVET_LONG"] === "1" ? 5_000 : 400
// The same calls in every run, so that a red run can be repeated; SEED gives others.
const seed = Number(process.env["SEED"] ?? 1013964119)

const apps: Readonly<Record<string, Example>> = {
  ...Object.fromEntries(Object.entries(examples).filter(([, { needsKey }]) => !needsKey)),
  Zod: { root: itemsModule(withZod.rich!) },
  Valibot: { root: itemsModule(withValibot.rich!) },
  ArkType: { root: itemsModule(withArkType.rich!) },
  TypeBox: { root: itemsModule(withTypeBox.rich!) },
  "dto()": { root: itemsModule(withDto.flat) },
  "dto() with nested objects": { root: itemsModule(nestedDto) },
}
const numRuns = Math.ceil(total / Object.keys(apps).length)

const made: ContractCalls[] = []
const countOf = (count: (calls: ContractCalls) => number) =>
  made.reduce((sum, calls) => sum + count(calls), 0)

afterAll(() => {
  const [answered, left] = [countOf((one) => one.answered), countOf((one) => one.left.length)]
  const figure = `${answered} answered alike, ${left} that no client can make, of ${numRuns * made.length}`
  noteFigure("random calls", "through the client", figure)
})

describe(`random calls made from documents, SEED=${seed}`, () => {
  it.each(Object.entries(apps))(
    "find no reply of %s that breaks its document, and no call that arrives otherwise through the client",
    async (_, example) => {
      const errors: string[] = []
      const log = createJsonLog({ level: "error", write: (line) => errors.push(line) })
      // One for each of the two that start. To start PGlite takes more than all calls.
      const databases = example.options ? [await createTestDatabase(), await createTestDatabase()] : []
      const start = (arrivals: Arrivals, database = "") => {
        const options = { platform: api(), ...example.options?.(database), middlewares: [arrivals], log }
        return createApp(example.root, options)
      }
      const [arrived, arrivedOfClient] = [new Arrivals(), new Arrivals()]
      const app = await start(arrived, databases[0]?.url)
      // A busy machine must not decide which calls are answered.
      const always = { port: 0, overload: false } as const
      const served = await serve(app, always)
      // Gets the same calls, through the client: it has the same past, and no call is made twice to one application.
      const other = await serve(await start(arrivedOfClient, databases[1]?.url), always)
      const calls = new ContractCalls(`http://127.0.0.1:${other.port}`, [contractOf(app)])
      made.push(calls)
      const document = describeOpenApi(app.get(Describe)(), { title: "Random", version: "1.0.0" })
      const check = createDocumentCheck(document)
      const refusals = example.token === undefined ? [400, 413, 415] : [400, 401, 413, 415]
      const statuses = new Map<number, number>()
      const property = fc.asyncProperty(randomCalls(document, example.token ?? ""), async (call) => {
        const [reply, read] = await Promise.all([ask(served.port, call), askClient(calls, other.port, call)])
        expect(arrivedOfClient.take()).toEqual(arrived.take())
        if (reply === undefined || read === undefined) expect(call.body?.length).toBeGreaterThan(1024 * 1024)
        if (reply === undefined) return
        if (read !== undefined) expect(sameInBoth(read, call)).toEqual(sameInBoth(reply, call))
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
        expect(check(call.template, call.method, reply)).toBeUndefined()
        // What keeps the document is never refused as malformed, or for want of credentials that it has.
        if (call.valid && example.refusesMore !== true)
          expect(refusals, reply.text).not.toContain(reply.status)
        const named = document.paths[call.template]?.[call.method.toLowerCase()]?.responses ?? {}
        if (!(reply.status in named)) expect(reply.status, errors.at(-1)).toBeLessThan(500)
      })
      try {
        await fc.assert(property, { numRuns, seed })
      } finally {
        await served.stop()
        await other.stop()
        for (const database of databases) await database.drop()
      }
      // Calls that were all refused, or all granted, would show nothing.
      const granted = [...statuses].reduce((sum, [status, count]) => sum + (status < 400 ? count : 0), 0)
      expect(granted).toBeGreaterThan(example.refusesMore === true ? 0 : numRuns / 5)
      expect(statuses.get(400)).toBeGreaterThan(numRuns / 50)
      // All others have a segment that is empty or dots alone, where the path has a parameter.
      for (const { obstacle, path } of calls.left) {
        expect(obstacle).toBe("a parameter that no path can have")
        expect(path).toMatch(/\/\.{0,2}(?:[/?]|$)/)
      }
      expect(calls.answered).toBeGreaterThan(numRuns * 0.85)
    },
  )
})

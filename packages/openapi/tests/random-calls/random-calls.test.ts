import fc from "fast-check"
import { createApp, createJsonLog, describeApp } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { describe, expect, it } from "vitest"
import { describeOpenApi } from "@trivet/openapi"
import { type Example, examples } from "../examples.ts"
import { itemsModule } from "../libraries/items-module.ts"
import { withArkType } from "../libraries/with-arktype.ts"
import { nestedDto, withDto } from "../libraries/with-dto.ts"
import { withTypeBox } from "../libraries/with-typebox.ts"
import { withValibot } from "../libraries/with-valibot.ts"
import { withZod } from "../libraries/with-zod.ts"
import { ask } from "./ask.ts"
import { createDocumentCheck } from "./document-check.ts"
import { randomCalls } from "./random-call.ts"

const total = 5000
// The same calls in every run, so that a red run can be repeated; SEED gives others.
const seed = Number(process.env["SEED"] ?? 1013964119)

const apps: Readonly<Record<string, Example>> = {
  ...examples,
  Zod: { root: itemsModule(withZod.rich!) },
  Valibot: { root: itemsModule(withValibot.rich!) },
  ArkType: { root: itemsModule(withArkType.rich!) },
  TypeBox: { root: itemsModule(withTypeBox.rich!) },
  "dto()": { root: itemsModule(withDto.flat) },
  "dto() with nested objects": { root: itemsModule(nestedDto) },
}
const numRuns = Math.ceil(total / Object.keys(apps).length)

describe(`random calls made from documents, SEED=${seed}`, () => {
  it.each(Object.entries(apps))(
    "find no reply of %s that breaks its document",
    async (_, example) => {
      const errors: string[] = []
      const log = createJsonLog({ level: "error", write: (line) => errors.push(line) })
      const app = await createApp(example.root, { platform: api(), ...example.options, log })
      const served = await serve(app, { port: 0 })
      const document = describeOpenApi(describeApp(app), { title: "Random", version: "1.0.0" })
      const check = createDocumentCheck(document)
      const refusals = example.token === undefined ? [400, 413, 415] : [400, 401, 413, 415]
      const statuses = new Map<number, number>()
      const property = fc.asyncProperty(randomCalls(document, example.token ?? ""), async (call) => {
        const reply = await ask(served.port, call)
        if (reply === undefined) return expect(call.body?.length).toBeGreaterThan(1024 * 1024)
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
      }
      // Calls that were all refused, or all granted, would show nothing.
      const granted = [...statuses].reduce((sum, [status, count]) => sum + (status < 400 ? count : 0), 0)
      expect(granted).toBeGreaterThan(example.refusesMore === true ? 0 : numRuns / 5)
      expect(statuses.get(400)).toBeGreaterThan(numRuns / 50)
    },
    120_000,
  )
})

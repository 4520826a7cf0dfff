import fc from "fast-check"
import { get, post, type StandardSchema } from "trivet"
import { describe, expect, it } from "vitest"
import { compareDocuments } from "../../../tool/src/diff/compare-documents.ts"
import { documentOf } from "./document-of.ts"
import { accepts, schemaOf } from "./library-schema.ts"
import { edit, editsOf, type Step } from "./random-edit.ts"
import { dtoPart, type Part, zodPart } from "./random-schema.ts"
import { valuesOf } from "./random-values.ts"

// The same 400 pairs each time; with TRIVET_LONG=1 another 6,000 each time. TRIVET_SEED repeats a run.
const isLong = process.env["TRIVET_LONG"] === "1"
const pairs = isLong ? 1_500 : 100
const valuesPerPair = isLong ? 40 : 20
const seed = process.env["TRIVET_SEED"] ?? (isLong ? undefined : "1")

const nothing = () => null
const documents = {
  request: (body: StandardSchema) => documentOf([post("/x", nothing, { accepts: { body } })]),
  reply: (body: StandardSchema) => documentOf([get("/x", nothing, { returns: { 200: body } })]),
}

describe.each(["dto", "zod"] as const)("trivet diff of random edits, with %s", (library) => {
  it.each(["request", "reply"] as const)(
    "calls nothing safe that a validator rejects: %s",
    async (direction) => {
      const counts = { safe: 0, breaking: 0, values: 0, shown: 0 }
      const schemas: fc.Arbitrary<Part> = library === "dto" ? dtoPart : zodPart
      const check = async (part: Part, steps: readonly Step[], sample: number) => {
        const edited = steps.reduce((one, step) => edit(one, step, library), part)
        const [before, after] = [schemaOf(part, library), schemaOf(edited, library)]
        const make = documents[direction]
        const changes = compareDocuments(await make(before), await make(after), "2026-06-01")
        const isBreaking = changes.some(({ verdict }) => verdict === "breaking")
        counts[isBreaking ? "breaking" : "safe"]++
        const [from, to] = direction === "request" ? [before, after] : [after, before]
        const source = direction === "request" ? part : edited
        const all = fc.sample(valuesOf(source), { numRuns: valuesPerPair, seed: sample })
        const valid = all.filter((value) => accepts(from, value))
        const rejected = valid.filter((value) => !accepts(to, value))
        if (isBreaking) {
          counts.shown += rejected.length > 0 ? 1 : 0
          return
        }
        counts.values += valid.length
        if (rejected.length > 0)
          throw new Error(`called safe: ${JSON.stringify({ part, edited, rejected: rejected[0], changes })}`)
      }
      await fc.assert(fc.asyncProperty(schemas, editsOf(schemas), fc.nat(), check), {
        numRuns: pairs,
        ...(seed !== undefined && { seed: Number(seed) }),
      })
      if (isLong) console.log(library, direction, counts)
      // Calling everything breaking would be right too, and of no use.
      expect(counts.safe).toBeGreaterThan(pairs / 8)
      expect(counts.values).toBeGreaterThan(pairs)
    },
    600_000,
  )
})

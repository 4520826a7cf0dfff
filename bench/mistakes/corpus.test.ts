import { existsSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { brokenFile, names } from "./corpus.ts"
import { fastifyMistakes } from "./fastify-mistakes.ts"
import { nestMistakes } from "./nest-mistakes.ts"

describe("the corpus of mistakes", () => {
  it("has 40 of them, each with an application for Trivet and a word on every rival", () => {
    expect(new Set(names).size).toBe(40)
    for (const name of names) expect(existsSync(brokenFile(name)), name).toBe(true)
    for (const rival of [nestMistakes, fastifyMistakes])
      expect(Object.keys(rival).toSorted()).toEqual([...names].toSorted())
  })
})

import { describe, expect, it } from "vitest"
import { recordedOutputs, runExample, shownLines } from "../home/example.ts"

describe("the example of the front page", () => {
  it("has twelve lines", () => expect(shownLines().trim().split("\n")).toHaveLength(12))

  // After a change: node site/home/example.ts --write
  it("prints what the page shows, whole and without each of the words", async () => {
    expect(await runExample()).toEqual(recordedOutputs())
  })
})

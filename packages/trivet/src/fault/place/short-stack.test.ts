import { describe, expect, it } from "vitest"
import { foreignFrames, shortStack } from "./short-stack.ts"

const own = new URL("../../inject/container.ts", import.meta.url).href
const cwd = new URL(`file://${process.cwd()}/src/db.ts`).href

function errorWith(...frames: readonly string[]): Error {
  const error = new Error("no address")
  error.stack = ["Error: no address", "on two lines", ...frames.map((frame) => `    at ${frame}`)].join("\n")
  return error
}

describe("shortStack", () => {
  it("leaves out frames of the framework and of the runtime, and makes paths short", () => {
    const error = errorWith(`new Db (${cwd}:3:9)`, `make (${own}:80:1)`, "run (node:internal/main:1:1)")
    expect(shortStack(error)).toBe("Error: no address\non two lines\n    at new Db (src/db.ts:3:9)")
    expect(foreignFrames(error)).toEqual([`    at new Db (${cwd}:3:9)`])
  })

  it("keeps all frames where they all lie in one folder, as in a bundle", () => {
    const error = errorWith(`make (${own}:80:1)`, `run (${own}:90:1)`)
    expect(shortStack(error).split("\n")).toHaveLength(4)
    expect(foreignFrames(error)).toEqual([])
  })

  it("does with an error that has no stack", () => {
    const error = new Error("bare")
    delete error.stack
    expect(shortStack(error)).toBe("Error: bare")
  })
})

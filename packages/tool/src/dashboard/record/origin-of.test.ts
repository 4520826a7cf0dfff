import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { currentOrigin, originOf } from "./origin-of.ts"

const own = join(process.cwd(), "src/posts/posts-store.ts")
const installed = (name: string) => `    at run (/elsewhere/node_modules/${name}/dist/index.js:10:3)`
const stackOf = (...lines: readonly string[]) => ["Error", ...lines].join("\n")

describe("originOf", () => {
  const linked = mkdtempSync(join(tmpdir(), "trivet-origin-"))
  afterAll(() => rmSync(linked, { recursive: true, force: true }))

  it("finds the application's line behind drivers and query builders", () => {
    const stack = stackOf(
      installed("@trivet/tool"),
      installed("trivet"),
      "    at new Promise (<anonymous>)",
      installed("@trivet/postgres"),
      installed("kysely"),
      `    at async PostsStore.list (file://${own}:31:12)`,
      installed("trivet"),
    )
    expect(originOf(stack)).toEqual({ by: undefined, place: "src/posts/posts-store.ts:31" })
  })

  it("names the package of the framework that works for itself, and the line that asked it to", () => {
    const stack = stackOf(installed("@trivet/postgres"), installed("pg-boss"), installed("@trivet/jobs"))
    expect(originOf(stack)).toEqual({ by: "@trivet/jobs", place: undefined })
    expect(originOf(`${stack}\n    at async add (${own}:7:1)`)).toEqual({
      by: "@trivet/jobs",
      place: "src/posts/posts-store.ts:7",
    })
  })

  it("does not take a middleware that waits for the operation's line", () => {
    const stack = stackOf(
      installed("@trivet/auth"),
      installed("trivet"),
      `    at async Timing.handle (${own}:5:1)`,
    )
    expect(originOf(stack)).toEqual({ by: "@trivet/auth", place: undefined })
  })

  it("knows a linked package by its manifest", () => {
    mkdirSync(join(linked, "src/deep"), { recursive: true })
    writeFileSync(join(linked, "package.json"), `{ "name": "@trivet/limit" }`)
    expect(originOf(stackOf(`    at count (${linked}/src/deep/limit.ts:4:2)`)).by).toBe("@trivet/limit")
  })

  it("ignores lines that are no frames", () => {
    expect(originOf("Error: /no/frame.ts:1:2 said so\n    at node:internal/process:1:2")).toEqual({
      by: undefined,
      place: undefined,
    })
  })
})

describe("currentOrigin", () => {
  it("leaves the limit of stack traces as it was", () => {
    const before = Error.stackTraceLimit
    currentOrigin()
    expect(Error.stackTraceLimit).toBe(before)
  })
})

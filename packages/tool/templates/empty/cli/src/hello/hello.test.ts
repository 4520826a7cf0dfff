import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"

const main = join(import.meta.dirname, "../main.ts")

describe("my-app hello", () => {
  it("greets", async () => {
    // As a person would run it, in a process of its own.
    const args = [...process.execArgv, main, "hello", "ada", "--json"]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    expect(JSON.parse(stdout)).toEqual({ hello: "ada" })
  })
})

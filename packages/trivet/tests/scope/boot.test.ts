import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { describe, expect, it } from "vitest"

/** The lines that a program of this folder prints, as JSON. */
async function run(name: string): Promise<unknown[]> {
  const file = join(import.meta.dirname, "programs", `${name}.ts`)
  const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=@trivet/source", file])
  const lines = stdout.split("\n").filter((line) => /^(?:\[|\{|true|false)/.test(line))
  return lines.map((line) => JSON.parse(line) as unknown)
}

describe("a runtime without AsyncLocalStorage", () => {
  it("loads trivet/extend, and what needs the scope is a fault at boot that names it", async () => {
    const [faults, shared] = await run("without-storage")
    expect(faults).toEqual(
      ["QueryComments", "Repository"].map((name) => ({
        code: "CALL_SCOPE_UNAVAILABLE",
        message: `\`${name}\` needs to know which call the running code belongs to, and this runtime has no \`AsyncLocalStorage\`.`,
        fix: expect.stringContaining("`nodejs_compat`") as unknown,
        chain: [name],
      })),
    )
    expect(shared, "with the class as a global").toBe(true)
  })
})

describe("an application in which nobody asks for the scope", () => {
  it("makes no storage", async () => {
    expect(await run("nobody-asks")).toEqual([{ statuses: [200, 200], asked: 0, logged: { asked: 1 } }])
  })
})

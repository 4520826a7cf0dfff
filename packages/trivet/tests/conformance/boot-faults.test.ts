import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { programOf } from "./runtimes.ts"

describe("faults on other runtimes", () => {
  const program = join(import.meta.dirname, "../mistakes/six-at-once/main.ts")

  it.each([
    ["bun", "use-bun", []],
    ["deno", "use-deno", ["run", "--allow-all"]],
  ] as const)("are reported on %s, without places", (name, script, args) => {
    const line = [...args, "--conditions=@trivet/source", program]
    const { stdout, stderr } = spawnSync(programOf(script, name), line, { encoding: "utf8" })
    expect(`${stdout}${stderr}`).toContain("6 faults: the application was not started")
  })
})

import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { runTool } from "../../tests/testing/run-tool.ts"

const examples = join(import.meta.dirname, "../../../../examples")

// The settings that examples/tasks requires. The other examples have a default for theirs.
const env = { DATABASE_URL: "pglite://memory", JWT_SECRET: "a-secret-for-tests-only-1234567890" }

describe("the examples", () => {
  it.each([
    "auth/src/main.ts",
    "auth/src/cli.ts",
    "blog/src/main.ts",
    "blog/src/web.ts",
    "blog/src/cli.ts",
    "hello/src/main.ts",
    "helpdesk/src/main.ts",
    "helpdesk/src/cli.ts",
    "tasks/src/main.ts",
    "versions/src/main.ts",
  ])("pass check --strict: %s", async (entry) => {
    const [name] = entry.split("/")
    const cwd = join(examples, name!)
    const { code, stdout } = await runTool(["check", "--strict", "--entry", join(examples, entry)], {
      cwd,
      env,
    })
    expect(stdout).toMatch(/^0 faults, 0 warnings/)
    expect(code).toBe(0)
  })
})

import { describe, expect, it } from "vitest"
import { createJsonLog } from "./json-log.ts"
import { createTerminalLog } from "./terminal-log.ts"

describe("redact", () => {
  it.each([
    ["JSON lines", createJsonLog],
    ["lines for a terminal", createTerminalLog],
  ])("hides values by name in %s, at any depth and in children", (_, create) => {
    const lines: string[] = []
    const log = create({
      redact: ["password", "Email"],
      fields: { email: "s3cret" },
      write: (line) => lines.push(line),
    })
    log.info({ password: "s3cret", user: { EMAIL: "s3cret", name: "Ada" } }, "text")
    log
      .child({ Password: "s3cret" })
      .warn({ list: [{ password: { deep: "s3cret" } }], when: new Date(0) }, "child")
    const text = lines.join("\n")
    expect(text).not.toContain("s3cret")
    expect(text).toContain("[redacted]")
    expect(text).toContain("Ada")
    expect(text).toContain("1970")
  })

  it("keeps errors, and ends what refers to itself", () => {
    const lines: string[] = []
    const log = createJsonLog({ redact: ["password"], write: (line) => lines.push(line) })
    const own: Record<string, unknown> = { name: "own" }
    own["self"] = own
    log.error({ err: new Error("broken"), own }, "failed")
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain("broken")
    expect(lines[0]).toContain("[too deep]")
  })
})

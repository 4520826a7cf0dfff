import { describe, expect, it } from "vitest"
import { auditOutcome } from "./check-audit.ts"

describe("auditOutcome", () => {
  it("passes without known vulnerabilities, and says so", () => {
    expect(auditOutcome('{ "vulnerabilities": {} }')).toEqual({
      ok: true,
      output: "",
      note: "0 known vulnerabilities",
    })
  })

  it("names each package with a known vulnerability", () => {
    const report = { vulnerabilities: { left: { name: "left", severity: "high" } } }
    expect(auditOutcome(JSON.stringify(report))).toMatchObject({
      ok: false,
      output: "left: known vulnerability (high): see npm audit",
    })
  })

  it.each([undefined, "", "npm error", '{ "message": "405 Method Not Allowed" }'])(
    "passes if the registry does not answer: %j",
    (text) => {
      const { ok, note } = auditOutcome(text)
      expect(ok).toBe(true)
      expect(note).toMatch(/^skipped/)
    },
  )
})

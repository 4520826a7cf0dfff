import { describe, expect, it } from "vitest"
import { auditOutcome } from "./check-audit.ts"

describe("auditOutcome", () => {
  it("passes where nothing is known, and says that it was asked", () => {
    expect(auditOutcome('{ "vulnerabilities": {} }')).toEqual({
      ok: true,
      output: "",
      note: "0 known weaknesses",
    })
  })

  it("fails with the name of what has a known weakness", () => {
    const report = { vulnerabilities: { left: { name: "left", severity: "high" } } }
    expect(auditOutcome(JSON.stringify(report))).toMatchObject({
      ok: false,
      output: "left: a known weakness, high: see npm audit",
    })
  })

  it.each([undefined, "", "npm error", '{ "message": "405 Method Not Allowed" }'])(
    "fails nobody where the registry does not answer: %j",
    (text) => {
      const { ok, note } = auditOutcome(text)
      expect(ok).toBe(true)
      expect(note).toMatch(/^not asked/)
    },
  )
})

import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { runSteps } from "./run-steps.ts"
import type { Step } from "./step.ts"
import { count, describeFailures, slowestFiles } from "./test-report.ts"

describe("runSteps", () => {
  it("runs every step, shows the output of those that failed, and counts", async () => {
    const lines: string[] = []
    const ok = await runSteps(
      [
        { name: "first", run: () => ({ ok: true, output: "quiet" }) },
        { name: "second", run: () => ({ ok: false, output: "loud" }) },
        { name: "third", run: () => Promise.reject(new Error("thrown")) },
        { name: "tests", run: () => ({ ok: true, output: "", tests: { passed: 7, failed: 0 } }) },
      ],
      (line) => lines.push(line),
    )
    const text = lines.join("\n")
    expect(ok).toBe(false)
    expect(text).toMatch(/ok\s+first/)
    expect(text).toMatch(/FAILED\s+second/)
    expect(text).not.toContain("quiet")
    expect(text).toContain("loud")
    expect(text).toContain("thrown")
    expect(text).toContain("failed: second, third")
    expect(lines.at(-1)).toBe("8 passed, 2 failed")
  })

  it("runs neighbours beside each other, two at a time, and all others alone", async () => {
    const running = new Set<string>()
    const seen: string[] = []
    const step = (name: string, beside?: true): Step => ({
      name,
      ...(beside && { beside }),
      run: async () => {
        running.add(name)
        seen.push([...running].join("+"))
        await sleep(name === "a" ? 30 : 10)
        running.delete(name)
        return { ok: true, output: "" }
      },
    })
    const steps = [step("a", true), step("b", true), step("c", true), step("d"), step("e", true)]
    expect(await runSteps(steps, () => undefined)).toBe(true)
    expect(seen).toEqual(["a", "a+b", "a+c", "d", "e"])
  })
})

const time = { seconds: 3 }

describe("count", () => {
  const passed = {
    name: "/clone/a.test.ts",
    status: "passed",
    ...time,
    assertionResults: [{ status: "passed" }],
  }

  it("takes vitest's own figures", () => {
    expect(count({ numPassedTests: 3, numFailedTests: 0, testResults: [passed] }, true)).toEqual({
      passed: 3,
      failed: 0,
    })
  })

  it("counts a file that could not be run, and an error outside of all tests", () => {
    const broken = {
      name: "/clone/b.test.ts",
      status: "failed",
      ...time,
      message: "no such file",
      assertionResults: [],
    }
    expect(count({ numPassedTests: 3, numFailedTests: 1, testResults: [passed, broken] }, false).failed).toBe(
      2,
    )
    expect(count({ numPassedTests: 3, numFailedTests: 0, testResults: [passed] }, false).failed).toBe(1)
  })
})

describe("describeFailures", () => {
  it("names file, test and message of what failed, and nothing else", () => {
    const report = {
      numPassedTests: 1,
      numFailedTests: 1,
      testResults: [
        {
          name: "/clone/a.test.ts",
          status: "failed",
          ...time,
          assertionResults: [
            { status: "passed", fullName: "adds" },
            { status: "failed", fullName: "divides", failureMessages: ["expected 1 to be 2"] },
          ],
        },
        {
          name: "/clone/b.test.ts",
          status: "failed",
          ...time,
          message: "no such file",
          assertionResults: [],
        },
      ],
    }
    expect(describeFailures(report, "/clone")).toBe(
      "a.test.ts: divides\nexpected 1 to be 2\n\nb.test.ts: could not be run\nno such file",
    )
  })
})

describe("slowestFiles", () => {
  it("puts the longest first", () => {
    const took = (name: string, seconds: number) => ({
      name,
      status: "passed",
      seconds,
      assertionResults: [],
    })
    const testResults = [took("short", 1), took("longest", 9), took("long", 5)]
    expect(slowestFiles({ numPassedTests: 0, numFailedTests: 0, testResults }, 2)).toEqual([
      { path: "longest", seconds: 9 },
      { path: "long", seconds: 5 },
    ])
  })
})

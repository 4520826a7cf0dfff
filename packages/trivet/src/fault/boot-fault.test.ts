import { describe, expect, it } from "vitest"
import { BootFault } from "./boot-fault.ts"
import { defineFaults } from "./define-faults.ts"
import { Fault } from "./fault.ts"

const taken = new Fault("MODULE_NAME_TAKEN", { module: "posts", other: "src/a.ts:1:1" })

describe("BootFault", () => {
  it("reports all faults at once, numbered, each with its code, message and fix", () => {
    const missing = new Fault("TOKEN_MISSING", { by: "Posts", module: "posts", token: "Db" })
    const { message, faults } = new BootFault([taken, missing])
    expect(faults).toEqual([taken, missing])
    expect(message.split("\n\n")).toEqual([
      "2 faults: the application was not started",
      expect.stringMatching(
        /^1\. MODULE_NAME_TAKEN\n {3}Two modules are named `posts`\. The other one is src\/a\.ts:1:1\.\n {3}fix: Give one of them/,
      ),
      expect.stringMatching(/^2\. TOKEN_MISSING\n/),
    ])
  })

  it("ends each fault of Trivet with the command that says more of it", () => {
    const fault = defineFaults({ SHOP_CLOSED: { message: "It is closed.", fix: "Open it." } })
    const [, first, second] = new BootFault([taken, fault("SHOP_CLOSED", {})]).message.split("\n\n")
    expect(first).toMatch(/\n {3}fix: .*\n {3}more: npx trivet explain MODULE_NAME_TAKEN$/)
    expect(second).toMatch(/\n {3}fix: Open it\.$/)
  })

  it("speaks of one fault in the singular", () => {
    expect(new BootFault([taken]).message).toMatch(/^1 fault: /)
  })

  it("shows the chain that led there, the place, and the error behind it", () => {
    const fault = new Fault(
      "CONSTRUCTION_FAILED",
      { token: "Db", module: "posts", reason: "no address" },
      {
        chain: ["PostsController", "Posts", "Db"],
        where: "src/db.ts:3:1",
        cause: new TypeError("no address"),
      },
    )
    const lines = new BootFault([fault]).message.split("\n")
    expect(lines).toContain("   chain: PostsController → Posts → Db")
    expect(lines).toContain("   at src/db.ts:3:1")
    expect(lines).toContain("   | TypeError: no address")
    expect(lines.findIndex((line) => line.startsWith("   fix:"))).toBeLessThan(
      lines.indexOf("   | TypeError: no address"),
    )
  })

  it("leaves out a chain of one, which says nothing", () => {
    const fault = new Fault(
      "MODULE_NAME_TAKEN",
      { module: "posts", other: "src/a.ts:1:1" },
      { chain: ["posts"] },
    )
    expect(new BootFault([fault]).message).not.toContain("chain:")
  })

  it("prints as its report, and no more of the stack than who asked for the application", () => {
    const { message, stack = "" } = new BootFault([taken])
    expect(stack.startsWith(`BootFault: ${message}`)).toBe(true)
    const frames = stack.slice(`BootFault: ${message}`.length)
    expect(frames).not.toContain("/fault/boot-fault")
    expect(frames.split("\n").length).toBeLessThanOrEqual(2)
  })
})

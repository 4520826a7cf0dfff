import { describe, expect, it } from "vitest"
import { Operations } from "./operations.ts"

describe("Operations", () => {
  it("tells each watcher when an operation begins and how it ends", async () => {
    const operations = new Operations()
    expect(operations.watched).toBe(false)
    const seen: unknown[] = []
    operations.watch(({ text }) => {
      seen.push(`begins ${text}`)
      return (error) =>
        seen.push(error === undefined ? `ended ${text}` : `failed ${(error as Error).message}`)
    })
    operations.watch(() => undefined)
    expect(operations.watched).toBe(true)
    const operation = { kind: "sql", text: "select 1", values: [] }
    expect(await operations.run(operation, async () => 1)).toBe(1)
    await expect(operations.run(operation, () => Promise.reject(new Error("away")))).rejects.toThrow("away")
    expect(seen).toEqual(["begins select 1", "ended select 1", "begins select 1", "failed away"])
  })

  it("lets a function hold operations, fail them, and replace their results", async () => {
    const operations = new Operations()
    const waits = Promise.withResolvers<void>()
    const ran: string[] = []
    operations.hold(async ({ text }, work) => {
      if (text === "fails") throw new Error("lost")
      await waits.promise
      return work()
    })
    expect(operations.watched).toBe(true)
    const run = (text: string) =>
      operations.run({ kind: "sql", text, values: [] }, async () => void ran.push(text))
    const held = run("held")
    await expect(run("fails")).rejects.toThrow("lost")
    expect(ran).toEqual([])
    waits.resolve()
    await held
    expect(ran).toEqual(["held"])
  })
})

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
})

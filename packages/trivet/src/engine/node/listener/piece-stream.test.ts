import { describe, expect, it } from "vitest"
import { PieceStream } from "./piece-stream.ts"

const text = (value: unknown) => new TextDecoder().decode(value as Uint8Array)
const bytes = (value: string) => new TextEncoder().encode(value)

describe("PieceStream", () => {
  it("asks for the next piece when the one before was read, and not earlier", async () => {
    const pieces = new PieceStream(() => undefined)
    const reader = pieces.stream.getReader()
    let taken = 0
    pieces.offer(bytes("one"), () => taken++)
    await new Promise((go) => setImmediate(go))
    expect(taken).toBe(0)
    expect(text((await reader.read()).value)).toBe("one")
    expect(taken).toBe(1)
    const next = reader.read()
    pieces.offer(bytes("two"), () => taken++)
    expect(text((await next).value)).toBe("two")
    const last = reader.read()
    pieces.end()
    expect((await last).done).toBe(true)
  })

  it("fails a reader that waits, and one that comes later", async () => {
    const pieces = new PieceStream(() => undefined)
    const reader = pieces.stream.getReader()
    const waiting = reader.read()
    pieces.fail(new Error("cut"))
    await expect(waiting).rejects.toThrow("cut")
    await expect(reader.read()).rejects.toThrow("cut")
  })

  it("reports a reader that stops, and may be ended or failed after that", async () => {
    let cancelled = 0
    const pieces = new PieceStream(() => cancelled++)
    await pieces.stream.cancel()
    expect(cancelled).toBe(1)
    pieces.end()
    pieces.fail(new Error("late"))
  })
})

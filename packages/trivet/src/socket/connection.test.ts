import { describe, expect, it } from "vitest"
import type { Call } from "../context/call.ts"
import type { SocketPeer } from "../context/reply/upgrade-reply.ts"
import type { StandardSchema } from "../schema/standard-schema.ts"
import { createTestLog } from "../testing/test-log.ts"
import { Connection } from "./connection.ts"
import { limitsOf } from "./socket-limits.ts"

/** Takes its time for every message, and less for each that comes later. */
const slow: StandardSchema<number, number> = {
  "~standard": {
    version: 1,
    vendor: "test",
    validate: (value) =>
      new Promise((give) => setTimeout(() => give({ value: value as number }), 20 - (value as number))),
  },
}

function open(accepts: StandardSchema | undefined, buffered = 0, messagesPerSecond = 1_000) {
  const calls: string[] = []
  const peer: SocketPeer = {
    buffered,
    send: (text) => void calls.push(`send ${text}`),
    close: (code) => void calls.push(`close ${code}`),
    cut: () => void calls.push("cut"),
    pause: () => void calls.push("pause"),
    resume: () => void calls.push("resume"),
  }
  const route = {
    accepts,
    sends: undefined,
    limits: limitsOf({ messagesPerSecond }),
    handler: () => new Promise(() => undefined),
    guards: () => undefined,
  }
  const owner = { add: () => undefined, remove: () => undefined }
  const connection = new Connection(peer, route, { user: undefined, network: undefined }, owner)
  const ctx = { settings: { production: true }, pattern: "/a", log: createTestLog().log }
  connection.begin(ctx as unknown as Call)
  return { connection, calls }
}

describe("a connection", () => {
  it("gives messages in the order in which they came, also if their schema takes its time", async () => {
    const { connection, calls } = open(slow)
    for (let at = 0; at < 10; at++) connection.message(String(at))
    const seen: unknown[] = []
    for await (const message of connection.inbox.messages) if (seen.push(message) === 10) break
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(calls[0]).toBe("pause")
    await expect.poll(() => calls.at(-1)).toBe("resume")
  })

  it("stops reading when 16 messages wait for the handler, and reads on when it has taken some", async () => {
    const { connection, calls } = open(undefined)
    for (let at = 0; at < 15; at++) connection.message(String(at))
    expect(calls).toEqual([])
    connection.message("15")
    expect(calls).toEqual(["pause"])
    await connection.inbox.messages.next()
    expect(calls).toEqual(["pause", "resume"])
  })

  it("tells of its end only what was not taken back before", () => {
    const { connection } = open(undefined)
    const told: string[] = []
    const all = ["a", "b", "c"].map((name) => ({ end: () => told.push(name) }))
    for (const one of all) connection.onEnd(one)
    connection.offEnd(all[1]!)
    connection.close()
    expect(told).toEqual(["a", "c"])
  })

  it("is cut when more waits for the client than may", () => {
    const { connection, calls } = open(undefined, 1_048_577)
    connection.send("one")
    expect(calls).toEqual(['send "one"', "cut"])
    connection.send("two")
    expect(calls).toHaveLength(2)
  })

  it("is closed for more messages than may come at once", () => {
    const { connection, calls } = open(undefined, 0, 5)
    for (let at = 0; at < 10; at++) connection.message("1")
    expect(calls).toEqual([])
    connection.message("1")
    expect(calls).toEqual(["close 1008"])
  })

  it("counts bytes, not characters, and closes with 1011 if a schema throws", () => {
    const large = open(undefined)
    large.connection.message(JSON.stringify("€".repeat(22_000)))
    expect(large.calls).toEqual(["close 1009"])
    const broken = {
      version: 1,
      vendor: "test",
      validate: () => {
        throw new Error("a mistake")
      },
    } as const
    const failing = open({ "~standard": broken })
    failing.connection.message("1")
    expect(failing.calls).toEqual(["close 1011"])
  })

  it("closes where reading cannot be stopped and 1,000 wait", () => {
    const { connection, calls } = open(undefined)
    for (let at = 0; at < 1_000; at++) connection.message(String(at))
    expect(calls.at(-1)).toBe("close 1008")
    expect(connection.isOpen).toBe(false)
  })
})

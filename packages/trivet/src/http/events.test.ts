import { describe, expect, it } from "vitest"
import type { ServerEvent } from "../context/reply/event-stream.ts"
import { events } from "./events.ts"

async function written(event: ServerEvent): Promise<string> {
  async function* source() {
    yield event
  }
  const pieces = await Array.fromAsync(events(source()).body as AsyncIterable<string>)
  expect(pieces[0]).toBe(":\n\n")
  return pieces.slice(1).join("")
}

describe("events", () => {
  it("writes the fields of an event", async () => {
    expect(await written({ event: "tick", id: "7", retry: 1.5, data: { a: 1 } })).toBe(
      'event: tick\nid: 7\nretry: 1\ndata: {"a":1}\n\n',
    )
  })

  it.each(["a\nb", "a\rb", "a\r\nb", "a\n\nevent: b"])(
    "writes data on lines of its own: %j",
    async (data) => {
      const text = await written({ data })
      expect(
        text
          .trimEnd()
          .split(/\r|\n/)
          .every((line) => line.startsWith("data: ")),
      ).toBe(true)
      expect(text.replaceAll("data: ", "").trimEnd()).toBe(data.replaceAll(/\r\n?/g, "\n"))
    },
  )

  it.each(["\n", "\r", "\0"])("keeps a name and an id on one line: %j", async (sign) => {
    const text = await written({ event: `a${sign}data: x`, id: `b${sign}c` })
    expect(text).toBe("event: a data: x\nid: b c\n\n")
  })

  it("is kept by no cache and held back by no proxy", () => {
    const { type, headers } = events((async function* () {})())
    expect(type).toBe("text/event-stream")
    expect([headers?.get("cache-control"), headers?.get("x-accel-buffering")]).toEqual(["no-store", "no"])
  })
})

import { describe, expect, it } from "vitest"
import { readEvents, type ReceivedEvent } from "./read-events.ts"

async function read(...pieces: readonly (string | Uint8Array)[]): Promise<ReceivedEvent[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces)
        controller.enqueue(typeof piece === "string" ? new TextEncoder().encode(piece) : piece)
      controller.close()
    },
  })
  return Array.fromAsync(readEvents(new Response(body)))
}

describe("readEvents", () => {
  it.each<[string, string, Partial<ReceivedEvent>[]]>([
    ["data", "data: a\n\n", [{ event: "message", data: "a", id: "" }]],
    ["several lines of data", "data: a\ndata:b\ndata\n\n", [{ data: "a\nb\n" }]],
    ["one space only", "data:  a\n\n", [{ data: " a" }]],
    ["a type, for one event", "event: x\ndata: a\n\ndata: b\n\n", [{ event: "x" }, { event: "message" }]],
    [
      "an id, until the next",
      "id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n",
      [{ id: "1" }, { id: "1" }, { id: "" }],
    ],
    ["no id with a null", "id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n", [{ id: "1" }, { id: "1" }]],
    ["comments and unknown fields", ":\n\n: x\nretry: 5\nother: 1\ndata: a\n\n", [{ data: "a" }]],
    ["empty data", "data\n\n", [{ data: "" }]],
    ["nothing without data", "event: x\nid: 7\n\ndata: a\n\n", [{ event: "message", data: "a", id: "7" }]],
    ["no event without its end", "data: a\n\ndata: b\n", [{ data: "a" }]],
    ["a byte order mark", "\ufeffdata: a\n\n", [{ data: "a" }]],
    [
      "carriage returns",
      "data: a\r\rdata: b\r\n\r\ndata: c\n\r",
      [{ data: "a" }, { data: "b" }, { data: "c" }],
    ],
  ])("reads %s", async (_, text, expected) => {
    const whole = await read(text)
    expect(whole).toMatchObject(expected)
    expect(whole).toHaveLength(expected.length)
    // However the bytes are cut.
    const bytes = new TextEncoder().encode(text)
    for (let at = 1; at < bytes.length; at++)
      expect(await read(bytes.subarray(0, at), bytes.subarray(at))).toEqual(whole)
  })

  it("gives an event as soon as its last line has ended", async () => {
    let send: (text: string) => void = () => {}
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        send = (text) => controller.enqueue(new TextEncoder().encode(text))
      },
    })
    const events = readEvents(new Response(body))
    send("data: a\r\r")
    expect((await events.next()).value).toMatchObject({ data: "a" })
    send("\ndata: b\r\r")
    expect((await events.next()).value).toMatchObject({ data: "b" })
    await events.return()
  })

  it("cancels the body when its reader leaves", async () => {
    let cancelled = false
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode("data: a\n\n")),
      cancel: () => void (cancelled = true),
    })
    for await (const { data } of readEvents(new Response(body))) {
      expect(data).toBe("a")
      break
    }
    expect(cancelled).toBe(true)
  })
})

import { setTimeout as sleep } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { EventStream, type ServerEvent } from "./event-stream.ts"

/** A source that waits until it is told to go on. */
function waitingSource() {
  let go: (event?: ServerEvent) => void = () => {}
  let isEnded = false
  async function* source(): AsyncGenerator<ServerEvent> {
    try {
      for (;;) {
        const event = await new Promise<ServerEvent | undefined>((give) => (go = give))
        if (event === undefined) return
        yield event
      }
    } finally {
      isEnded = true
    }
  }
  return { source: source(), send: (event?: ServerEvent) => go(event), isEnded: () => isEnded }
}

const iterate = (source: AsyncIterable<ServerEvent>, heartbeat: number) =>
  new EventStream(source, heartbeat)[Symbol.asyncIterator]()

describe("an EventStream", () => {
  it("writes comments while no event comes, and no event is lost or late", async () => {
    const { source, send } = waitingSource()
    const texts = iterate(source, 20)
    const seen: string[] = []
    for (let at = 0; at < 4; at++) seen.push((await texts.next()).value as string)
    expect(seen).toEqual([":\n\n", ":\n\n", ":\n\n", ":\n\n"])
    send({ data: "a" })
    // Nobody asks meanwhile.
    await sleep(30)
    expect((await texts.next()).value).toBe("data: a\n\n")
    const next = texts.next()
    await Promise.resolve()
    send({ data: "b" })
    expect((await next).value).toBe("data: b\n\n")
    await texts.return!()
  })

  it("writes none with 0", async () => {
    const { source, send } = waitingSource()
    const texts = iterate(source, 0)
    await texts.next()
    const next = texts.next()
    await sleep(30)
    send({ data: "a" })
    expect((await next).value).toBe("data: a\n\n")
  })

  it("ends at once while it waits for its source, which ends when it can", async () => {
    const { source, send, isEnded } = waitingSource()
    const texts = iterate(source, 10_000)
    await texts.next()
    const next = texts.next()
    await texts.return!()
    expect(await next).toEqual({ done: true, value: undefined })
    expect(await texts.next()).toEqual({ done: true, value: undefined })
    send()
    await expect.poll(isEnded).toBe(true)
  })

  it("fails with its source, after what came before", async () => {
    const broken = (async function* () {
      yield { data: 1 }
      throw new Error("broken")
    })()
    const texts = iterate(broken, 10_000)
    expect([(await texts.next()).value, (await texts.next()).value]).toEqual([":\n\n", "data: 1\n\n"])
    await expect(texts.next()).rejects.toThrow("broken")
    expect(await texts.next().catch((error: Error) => error.message)).toBe("broken")
  })

  it("writes the end of its source for a contract, and texts as JSON", async () => {
    const source = (async function* () {
      yield { data: "a\nb" }
    })()
    const stream = new EventStream(source, 10_000)
    stream.held.isContract = true
    expect(await Array.fromAsync(stream)).toEqual([":\n\n", 'data: "a\\nb"\n\n', ": end\n\n"])
  })
})

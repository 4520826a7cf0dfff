import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { SlowReaders } from "./slow-readers.ts"

// Real sockets with real bytes that wait; only the time of each look is given.

let server: Server
const sockets: Socket[] = []
beforeEach(async () => {
  server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.close()
})

/** A connection whose client has read nothing of so many bytes, when the system takes no more of them. */
async function unread(bytes: Buffer): Promise<{ socket: Socket; client: Socket }> {
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1")
  client.pause().on("error", () => undefined)
  const [socket] = (await once(server, "connection")) as [Socket]
  socket.on("error", () => undefined)
  sockets.push(client, socket)
  socket.write(bytes)
  let before = -1
  await expect
    .poll(
      () => {
        const taken = takenOf(socket)
        const isSame = taken === before
        before = taken
        return isSame
      },
      { interval: 100 },
    )
    .toBe(true)
  return { socket, client }
}

function takenOf(socket: Socket): number {
  const reading = new SlowReaders(0).judge(socket, undefined)
  return reading === "slow" || reading === undefined ? 0 : reading.taken
}

const look = (socket: Socket, at: number, before: { at: number; taken: number }) =>
  new SlowReaders(at).judge(socket, before)

describe("SlowReaders", () => {
  it("finds a reader slow that takes less than 32 KiB in 30 s, and not before", async () => {
    const { socket } = await unread(Buffer.alloc(16e6))
    const taken = takenOf(socket)
    expect(taken).toBeGreaterThan(0)
    expect(look(socket, 31_000, { at: 1_000, taken })).toEqual({ at: 1_000, taken })
    expect(look(socket, 31_001, { at: 1_000, taken })).toBe("slow")
    expect(look(socket, 31_001, { at: 1_000, taken: taken - 32 * 1024 + 1 })).toBe("slow")
    expect(look(socket, 31_001, { at: 1_000, taken: taken - 32 * 1024 })).toEqual({ at: 31_001, taken })
  })

  it("sees that a reader takes some of a body that was written in one piece", async () => {
    const { socket, client } = await unread(Buffer.alloc(16e6))
    const taken = takenOf(socket)
    let read = 0
    client.on("data", (data) => {
      read += data.length
      if (read > 8e6) client.pause()
    })
    client.resume()
    await expect.poll(() => takenOf(socket)).toBeGreaterThan(taken + 1e6)
    expect(look(socket, 40_000, { at: 0, taken })).toMatchObject({ at: 40_000 })
  })

  it("judges nobody for whom no byte waits", async () => {
    const { socket } = await unread(Buffer.alloc(10))
    expect(new SlowReaders(99_000).judge(socket, { at: 0, taken: 0 })).toBeUndefined()
  })

  it("closes some, the longest first, where more than 256 MiB wait in all", async () => {
    const bytes = Buffer.alloc(110e6)
    const all = [await unread(bytes), await unread(bytes), await unread(bytes)].map(({ socket }) => socket)
    const surplusAt = (now: number, ...since: readonly number[]) => {
      const readers = new SlowReaders(now)
      all.forEach((socket, at) => readers.judge(socket, { at: since[at]!, taken: takenOf(socket) }))
      return [...readers.surplus()].map((socket) => all.indexOf(socket))
    }
    expect(surplusAt(10_000, 3_000, 2_000, 4_000)).toEqual([1])
    expect(surplusAt(10_000, 8_000, 8_000, 8_000)).toEqual([])
    expect(surplusAt(10_000, 8_000, 8_000, 7_999)).toEqual([2])
    sockets.splice(0, 2).forEach((socket) => socket.destroy())
    all.shift()
    expect(surplusAt(10_000, 2_000, 2_000)).toEqual([])
  })
})

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { RawSocket } from "../attacks/raw-socket.ts"
import { createNewApp, type NewApp } from "./new-app.ts"
import { oldApps, type Started } from "./old-apps.ts"

// @hono/node-server prints what a stream fails with.
vi.spyOn(console, "error").mockImplementation(() => undefined)

describe.each(oldApps)("a stream inside $name", ({ start }) => {
  let created: NewApp
  let started: Started
  beforeAll(async () => {
    created = await createNewApp()
    started = await start(created.app)
  })
  afterAll(async () => {
    await started.stop()
    await created.app.stop()
  })
  const fateOf = (call: string) => created.routes.fates.get(call)
  const open = async (path: string) => {
    const socket = await RawSocket.open(started.port)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
    return socket
  }

  it("sends its first piece before the last is made", async () => {
    const socket = await open("/new/steps/first")
    await expect.poll(() => socket.received).toContain("first,")
    expect(fateOf("first")?.pieces).toBe(1)
    created.routes.release()
    expect((await socket.reply())?.body).toMatch(/first,[^]*last/)
    socket.end()
    await expect.poll(() => fateOf("first")?.outcome).toEqual({ status: 200, aborted: false })
    expect(fateOf("first")?.aborted).toBeUndefined()
  })

  it("is made no faster than its client reads", async () => {
    const socket = await open("/new/large/unread")
    socket.pause()
    await expect.poll(() => fateOf("unread")?.pieces).toBeGreaterThan(0)
    const pieces = await settled(() => fateOf("unread")!.pieces)
    // 64 KB each, of 256 MB.
    expect(pieces).toBeLessThan(1_000)
    expect(fateOf("unread")?.ended).toBeUndefined()
    socket.end()
    await expect.poll(() => fateOf("unread")).toMatchObject({ ended: true, aborted: true })
    expect(fateOf("unread")?.outcome).toEqual({ status: 200, aborted: true })
  })

  it("is stopped when its client leaves", async () => {
    const socket = await open("/new/steps/left")
    await expect.poll(() => socket.received).toContain("first,")
    socket.end()
    await expect
      .poll(() => fateOf("left"))
      .toMatchObject({
        aborted: true,
        outcome: { status: 200, aborted: true },
      })
  })

  it("is cut when its source fails, and the error is logged once", async () => {
    const socket = await open("/new/breaks/cut")
    expect(await socket.closes(30_000)).toBe(true)
    expect(socket.received).toContain("first,")
    expect(socket.received).not.toMatch(/\r\n0\r\n\r\n$/)
    expect(socket.received).not.toContain("secret")
    await expect.poll(() => fateOf("cut")?.outcome).toEqual({ status: 200, aborted: true })
    const logged = created.lines.filter(({ err }) => (err as Error | undefined)?.message.includes("broke"))
    expect(logged).toHaveLength(1)
    expect(started.errors).toEqual([])
  })

  it("never begins for a client that left before the handler returned", async () => {
    const socket = await open("/new/waits/gone")
    await expect.poll(() => fateOf("gone")).toBeDefined()
    socket.end()
    await expect
      .poll(() => fateOf("gone"))
      .toMatchObject({
        aborted: true,
        ended: true,
        pieces: 0,
        outcome: { aborted: true },
      })
  })
})

/** A number, once it does not change any more. */
async function settled(read: () => number): Promise<number> {
  for (let before = -1; ;) {
    const now = read()
    if (now === before) return now
    before = now
    await new Promise((go) => setTimeout(go, 200))
  }
}

import { once } from "node:events"
import { type ClientRequest, type IncomingMessage, request } from "node:http"
import { text } from "node:stream/consumers"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { serve } from "trivet/node"
import { appWith } from "./mounted-app.ts"
import { createSources, Fate } from "./sources.ts"
import { RawSocket } from "../attacks/raw-socket.ts"
import { stalled } from "./stalled.ts"

const most = 48 * 1024 * 1024
const piece = Buffer.alloc(64 * 1024, "a")

describe.each(Object.keys(createSources(new Fate())))("a body for %s", (name) => {
  async function start() {
    const fate = new Fate()
    const { app } = await appWith(createSources(fate)[name]!)
    const { port, stop } = await serve(app, {
      port: 0,
      host: "127.0.0.1",
      signals: false,
      drainDelay: 0,
      stopTimeout: 200,
    })
    onTestFinished(() => stop().then(() => undefined))
    const upload = (path: string) => request({ port, host: "127.0.0.1", path, method: "POST", agent: false })
    return { fate, upload, port }
  }
  const replyTo = async (call: ClientRequest) => (await once(call, "response")) as [IncomingMessage]

  it("is not taken before the handler reads it, and then as a whole", async () => {
    const { fate, upload } = await start()
    const call = upload("/m/count")
    const replied = replyTo(call)
    let sent = 0
    let full = false
    const send = () => {
      while (!full && sent <= most) {
        sent += piece.length
        full = !call.write(piece)
      }
    }
    call.on("drain", () => {
      full = false
      send()
    })
    send()
    const taken = await stalled(() => sent, most)
    expect(taken).toBeLessThan(most)
    expect(fate.read).toBe(0)
    fate.open()
    await vi.waitFor(() => expect(sent).toBeGreaterThan(most), 20_000)
    call.end()
    const [reply] = await replied
    expect(await text(reply)).toBe(String(sent))
  })

  it("of which a part is read leaves the reply whole, and a connection that is usable or closed", async () => {
    const { fate, port } = await start()
    const upload = (length: number) => {
      const head = `POST /m/first HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`
      return Buffer.concat([Buffer.from(head), Buffer.alloc(length, "a")])
    }
    const socket = await RawSocket.open(port)
    onTestFinished(() => socket.end())
    // What is left of the first is read and dropped; of the second it would be too much.
    for (const length of [100_000, 1_000_000]) {
      socket.write(upload(length))
      expect((await socket.reply("POST", 20_000))?.body, String(length)).toContain("one piece")
    }
    expect(fate.read).toBeLessThan(200_000)
    expect(await socket.closes(20_000)).toBe(true)
  })

  it("that breaks off is an error to whoever reads it", async () => {
    const { fate, upload } = await start()
    const call = upload("/m/count")
    call.on("error", () => undefined)
    call.write(piece)
    fate.open()
    await vi.waitFor(() => expect(fate.read).toBe(piece.length))
    call.destroy()
    await vi.waitFor(() => expect(fate.events).toContain("aborted"))
  })
})

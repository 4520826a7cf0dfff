import { get as ask, type IncomingMessage } from "node:http"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { toFetch } from "trivet/fetch"
import { serve } from "trivet/node"
import { appWith } from "./mounted-app.ts"
import { createSources, Fate } from "./sources.ts"
import { stalled } from "./stalled.ts"

// What the system holds of a connection on this machine is a few megabytes on either side.
const most = 48 * 1024 * 1024

describe.each(Object.keys(createSources(new Fate())))("the reply of %s", (name) => {
  async function start() {
    const fate = new Fate()
    const { app, lines } = await appWith(createSources(fate)[name]!)
    const { port, stop } = await serve(app, {
      port: 0,
      host: "127.0.0.1",
      signals: false,
      drainDelay: 0,
      stopTimeout: 200,
    })
    onTestFinished(() => stop().then(() => undefined))
    const open = async (path: string) => {
      const request = ask({ port, host: "127.0.0.1", path, agent: false })
      const [reply] = (await once(request, "response")) as [IncomingMessage]
      return reply
    }
    return { fate, lines, open, app }
  }

  it("arrives piece by piece", async () => {
    const { fate, open } = await start()
    const reply = await open("/m/two")
    const [first] = (await once(reply, "data")) as [Buffer]
    expect(String(first)).toBe("first")
    fate.open()
    expect(await text(reply)).toBe(" second")
  })

  it("is made no faster than the client reads it", async () => {
    const { fate, open } = await start()
    const reply = await open("/m/endless")
    const made = await stalled(() => fate.made, most)
    expect(made).toBeLessThan(most)
    reply.resume()
    await vi.waitFor(() => expect(fate.made).toBeGreaterThan(made + 8 * 1024 * 1024), 20_000)
    reply.destroy()
    await vi.waitFor(() => expect(fate.events).toContain("cancelled"))
  })

  it("stops when the client leaves", async () => {
    const { fate, open } = await start()
    const reply = await open("/m/two")
    await once(reply, "data")
    reply.destroy()
    await vi.waitFor(() => expect(fate.events).toContain("aborted"))
  })

  it("is cut where its source fails in the middle", async () => {
    const { fate, open, lines } = await start()
    const reply = await open("/m/breaks")
    await once(reply, "data")
    fate.open()
    await expect(text(reply)).rejects.toThrow("aborted")
    expect(reply.complete).toBe(false)
    expect(lines.map(({ msg }) => msg)).toContain("reply stream failed: closing the connection")
  })

  it("is a stream through toFetch() too, which stops it when it is cancelled", async () => {
    const { fate, app } = await start()
    const response = await toFetch(app)(new Request("http://a/m/endless"))
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    for (let count = 0; count < 3; count++) expect((await reader.read()).value!.length).toBeGreaterThan(0)
    // Three that were read, and what waits on the way.
    expect(await stalled(() => fate.made, most)).toBeLessThan(1024 * 1024)
    await reader.cancel()
    await vi.waitFor(() => expect(fate.events).toEqual(expect.arrayContaining(["cancelled", "aborted"])))
  })
})

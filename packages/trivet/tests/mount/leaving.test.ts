import { request } from "node:http"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { toFetch } from "trivet/fetch"
import { serve } from "trivet/node"
import { appWith } from "./mounted-app.ts"
import { createSources, Fate } from "./sources.ts"

describe.each(Object.keys(createSources(new Fate())))(
  "a client that leaves before the reply of %s",
  (name) => {
    it("aborts the handler under serve()", async () => {
      const fate = new Fate()
      const { app, lines } = await appWith(createSources(fate)[name]!)
      const { port, stop } = await serve(app, { port: 0, host: "127.0.0.1", signals: false, drainDelay: 0 })
      onTestFinished(() => stop().then(() => undefined))
      const call = request({ port, host: "127.0.0.1", path: "/m/waits", agent: false }).end()
      call.on("error", () => undefined)
      await vi.waitFor(() => expect(fate.events).toContain("called"))
      call.destroy()
      await vi.waitFor(() => expect(fate.events).toContain("aborted"))
      await stop()
      // A client that leaves is no error of the application.
      expect(lines).toEqual([])
    })

    it("aborts the handler under toFetch()", async () => {
      const fate = new Fate()
      const { app } = await appWith(createSources(fate)[name]!)
      onTestFinished(() => app.stop().then(() => undefined))
      const leaving = new AbortController()
      void toFetch(app)(new Request("http://a/m/waits", { signal: leaving.signal }))
      await vi.waitFor(() => expect(fate.events).toContain("called"))
      leaving.abort()
      await vi.waitFor(() => expect(fate.events).toContain("aborted"))
    })
  },
)

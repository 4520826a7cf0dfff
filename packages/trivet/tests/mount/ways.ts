import type { MountedHandler } from "trivet/extend"
import { toFetch } from "trivet/fetch"
import { serve } from "trivet/node"
import { createTestApp } from "trivet/testing"
import { byFetch, overHttp, type Way } from "./answer.ts"
import { appWith, moduleWith } from "./mounted-app.ts"

/** Every way to a handler that is mounted at `/m`. */
export const ways: Readonly<Record<string, (handler: MountedHandler) => Promise<Way>>> = {
  "serve()": async (handler) => {
    const { app } = await appWith(handler)
    const served = await serve(app, { port: 0, host: "127.0.0.1", signals: false, drainDelay: 0 })
    return overHttp(served.port, () => served.stop())
  },
  "toFetch()": async (handler) => {
    const { app } = await appWith(handler)
    const handle = toFetch(app)
    return byFetch(handle, () => app.stop())
  },
  "createTestApp()": async (handler) => {
    const app = await createTestApp(moduleWith(handler))
    const send: Way["send"] = async (method, path, sent) => {
      const { status, headers, text } = await app.request(method, path, sent)
      return {
        status,
        type: headers.get("content-type"),
        cookies: headers.all("set-cookie"),
        mark: headers.get("x-reply"),
        location: headers.get("location"),
        body: text(),
      }
    }
    return { send, stop: () => app.stop() }
  },
}

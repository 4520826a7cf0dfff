import { once } from "node:events"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { provide } from "trivet"
import { fetchPublic } from "trivet/node"
import type { TestApp } from "trivet/testing"
import { SendWebhook } from "../webhooks/send-webhook.ts"
import { createApp } from "./create-app.ts"

/** A webhook that has arrived. */
export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** The application, and a server on this machine, which receives what is sent to `hooks.example.com`. */
export interface AppWithReceiver {
  readonly app: TestApp
  /** What has arrived at a path. */
  received(path: string): readonly Received[]
  /** Sets the status with which a path is answered from now on. Until then it is 204. */
  answer(path: string, status: number): void
  stop(): Promise<void>
}

/** Starts both. */
export async function startAppWithReceiver(): Promise<AppWithReceiver> {
  const received: (Received & { readonly path: string })[] = []
  const statuses = new Map<string, number>()
  const receiver = createServer((request, reply) => {
    const { url: path = "", headers } = request
    let body = ""
    request.setEncoding("utf8").on("data", (piece: string) => (body += piece))
    request.on("end", () => {
      received.push({ path, headers, body })
      reply.writeHead(statuses.get(path) ?? 204).end()
    })
  })
  await once(receiver.listen(0, "127.0.0.1"), "listening")
  const { port } = receiver.address() as AddressInfo
  const send: SendWebhook = (address, options = {}) => {
    const { hostname, pathname } = new URL(address)
    if (hostname !== "hooks.example.com") return fetchPublic(address, options)
    const { headers = {}, body = "" } = options
    return fetch(`http://127.0.0.1:${port}${pathname}`, { method: "POST", headers, body: String(body) })
  }
  const app = await createApp({ replace: [provide(SendWebhook, () => send)] })
  return {
    app,
    received: (path) => received.filter((one) => one.path === path),
    answer: (path, status) => statuses.set(path, status),
    stop: async () => {
      await app.stop()
      receiver.close()
    },
  }
}

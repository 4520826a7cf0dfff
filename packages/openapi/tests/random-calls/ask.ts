import { Agent, request } from "node:http"
import type { SeenReply } from "./document-check.ts"
import type { RandomCall } from "./random-call.ts"

const agent = new Agent({ keepAlive: true, maxSockets: 4 })

/**
 * Sends a call over a socket, as it is: nothing is resolved or repaired on the way. `undefined` when the
 * server closed the connection before the whole call was sent, and no reply came through.
 */
export function ask(port: number, call: RandomCall, again = false): Promise<SeenReply | undefined> {
  const { method, path, headers, body } = call
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) }
    const sent = request({ agent, port, method, path, headers: { ...headers, ...length } }, (reply) => {
      let text = ""
      reply.setEncoding("utf8")
      reply.on("data", (more: string) => (text += more))
      reply.on("end", () =>
        resolve({ status: reply.statusCode ?? 0, type: reply.headers["content-type"], text }),
      )
      reply.on("error", reject)
    })
    sent.on("error", (error: NodeJS.ErrnoException) => {
      const cut = error.code === "EPIPE" || error.code === "ECONNRESET"
      // A server may close a kept connection at any moment; every client tries such a call once more.
      if (cut && sent.reusedSocket && !again) resolve(ask(port, call, true))
      else if (cut) resolve(undefined)
      else reject(error)
    })
    sent.setTimeout(10_000, () => sent.destroy(new Error(`No reply to ${method} ${path}`)))
    sent.end(body)
  })
}

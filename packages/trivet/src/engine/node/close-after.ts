import type { IncomingMessage, ServerResponse } from "node:http"

const most = 64 * 1024
const milliseconds = 1_000

/**
 * Lets a client that still sends read its reply, then closes. What it sends meanwhile is thrown away, up to a bound:
 * closing at once would make the system reset the connection, and the reply would be lost with it.
 */
export function closeAfter(request: IncomingMessage, response: ServerResponse): void {
  response.shouldKeepAlive = false
  response.once("finish", () => {
    const { socket } = request
    let length = 0
    const close = () => socket.destroy()
    const timer = setTimeout(close, milliseconds)
    socket.once("close", () => clearTimeout(timer))
    request.on("data", (chunk: Buffer) => {
      length += chunk.length
      if (length > most) close()
    })
    request.on("end", close)
    request.resume()
  })
}

import { type IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { ListenerSocket } from "./listener-socket.ts"

/** Makes the response that a listener writes to. Its head and its plain body go to the socket. */
export function createListenerResponse(request: IncomingMessage, socket: ListenerSocket): ServerResponse {
  const response = new ServerResponse(request)
  const { writeHead } = response as { writeHead: (...args: never[]) => ServerResponse }
  // The server in front adds its own.
  response.sendDate = false
  response.writeHead = (...args: never[]) => {
    writeHead.apply(response, args)
    // Decided with the head. The reader of the body wants it without the framing of chunks.
    response.chunkedEncoding = false
    return response
  }
  socket.once("drain", () => {
    // From here on Node's own answer is wrong: its server changes it through a property that others cannot set.
    Object.defineProperty(response, "writableNeedDrain", {
      get: () => !response.destroyed && !response.writableEnded && socket.writableNeedDrain,
    })
  })
  socket.on("drain", () => {
    if (!response.writableEnded) response.emit("drain")
  })
  response.assignSocket(socket as unknown as Socket)
  return response
}

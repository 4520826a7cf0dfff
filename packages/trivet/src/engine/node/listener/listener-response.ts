import { type IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { ListenerSocket } from "./listener-socket.ts"

/** Creates the response that a listener writes to. Its head and its body without chunked framing go to the socket. */
export function createListenerResponse(request: IncomingMessage, socket: ListenerSocket): ServerResponse {
  const response = new ServerResponse(request)
  const { writeHead } = response as { writeHead: (...args: never[]) => ServerResponse }
  // The actual server adds its own.
  response.sendDate = false
  response.writeHead = (...args: never[]) => {
    writeHead.apply(response, args)
    // Node decides on chunked encoding in `writeHead()`; the reader of the body needs it without framing.
    response.chunkedEncoding = false
    return response
  }
  socket.once("drain", () => {
    // From now on Node's own value is wrong: Node's server updates it through a property that other code cannot set.
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

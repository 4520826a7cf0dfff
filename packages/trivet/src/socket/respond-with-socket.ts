import type { SocketRuntime, UpgradeReply } from "../context/reply/upgrade-reply.ts"
import type { BunSocketData } from "./bun-sockets.ts"
import { openPeer, type ServerSocket, type SocketWays } from "./web-socket-peer.ts"

interface Runtimes {
  readonly Deno?: {
    upgradeWebSocket(request: Request): { readonly socket: ServerSocket; readonly response: Response }
  }
  readonly WebSocketPair?: new () => { readonly 0: unknown; readonly 1: ServerSocket & { accept(): void } }
}

const runtimes = globalThis as Runtimes

/** Opens a socket on a fetch runtime. Returns the response that its server expects. */
export function respondWithSocket(
  request: Request,
  reply: UpgradeReply,
  headers: Headers,
  runtime: SocketRuntime | undefined,
): Response {
  const done = (aborted: boolean) => void reply.done?.({ status: 101, aborted })
  if (runtime?.upgrade !== undefined) {
    const data: BunSocketData = { reply }
    const isOpen = runtime.upgrade(request, { headers, data })
    done(!isOpen)
    // Bun writes the reply itself and expects `undefined`.
    return isOpen ? (undefined as unknown as Response) : new Response(null, { status: 400 })
  }
  if (runtimes.Deno !== undefined) {
    const { socket, response } = runtimes.Deno.upgradeWebSocket(request)
    openOnDeno(socket, reply, done)
    return response
  }
  const pair = new runtimes.WebSocketPair!()
  pair[1].accept()
  openPeer(pair[1], reply, onWorkerd)
  done(false)
  return new Response(null, { status: 101, headers, webSocket: pair[0] } as ResponseInit)
}

/** On Deno, the connection opens a moment after the reply, or never. */
function openOnDeno(socket: ServerSocket, reply: UpgradeReply, done: (aborted: boolean) => void): void {
  let isOver = false
  const end = (aborted: boolean) => {
    if (isOver) return
    isOver = true
    if (!aborted) openPeer(socket, reply, onDeno)
    done(aborted)
  }
  socket.addEventListener("open", () => end(false))
  socket.addEventListener("close", () => end(true))
  socket.addEventListener("error", () => end(true))
}

const onDeno: SocketWays = {
  // Deno allows a server to close only with 1000 or with 3000 and above.
  codeOf: (code) => (code === 1000 || code >= 3000 ? code : code + 3000),
  isBound: false,
}
const onWorkerd: SocketWays = { codeOf: (code) => code, isBound: true }

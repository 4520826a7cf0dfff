import { type AddressInfo, createServer, type Server, type Socket } from "node:net"

/** What the server does with a request. A text is written as a reply, and the connection is kept. */
export type Action =
  /** Closes the connection as soon as there is one. */
  | "cut on connect"
  /** Closes it after the head of the request, before its body. */
  | "cut after head"
  /** Closes it after the whole request. */
  | "cut after request"
  /** Closes it in the middle of the head of its reply. */
  | "cut in head"
  /** Closes it in the middle of the body of its reply. */
  | "cut in body"
  /** Keeps it, and never replies. */
  | "silence"
  /** Replies with 200, and closes the connection a moment later, while the client keeps it for the next request. */
  | "close after reply"
  | `${number}${string}`

/** A server on a bare socket that counts the requests whose head it has seen, and cuts connections as it is told to. */
export class CuttingServer {
  readonly url: string
  /** The first line of each request. */
  readonly seen: string[] = []
  /** The whole requests, as text. */
  readonly requests: string[] = []
  connections = 0
  readonly #server: Server
  readonly #actions: Action[]
  readonly #sockets = new Set<Socket>()

  private constructor(server: Server, actions: readonly Action[]) {
    this.#server = server
    this.#actions = [...actions]
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on("connection", (socket) => this.#take(socket))
  }

  /** The actions are for the requests in turn, and the last one for all after it. */
  static async start(...actions: readonly Action[]): Promise<CuttingServer> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    return new CuttingServer(server, actions)
  }

  /** What happens to all requests from now on. */
  change(action: Action): void {
    this.#actions.splice(0, Infinity, action)
    this.seen.length = 0
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #next(): Action {
    return this.#actions.length > 1 ? this.#actions.shift()! : this.#actions[0]!
  }

  #take(socket: Socket): void {
    this.connections++
    this.#sockets.add(socket)
    socket.on("close", () => this.#sockets.delete(socket))
    // A client may go first.
    socket.on("error", () => {})
    if (this.#actions[0] === "cut on connect") {
      this.#next()
      socket.resetAndDestroy()
      return
    }
    let received = ""
    let action: Action | undefined
    socket.setEncoding("latin1").on("data", (text: string) => {
      received += text
      const end = received.indexOf("\r\n\r\n")
      if (end === -1) return
      if (action === undefined) {
        this.seen.push(received.split("\r\n", 1)[0]!)
        action = this.#next()
        if (action === "cut after head") {
          socket.resetAndDestroy()
          return
        }
      }
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0)
      if (received.length < end + 4 + length) return
      this.requests.push(received)
      received = ""
      const chosen = action
      action = undefined
      this.#answer(socket, chosen)
    })
  }

  #answer(socket: Socket, action: Action): void {
    const ok = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n"
    if (action === "cut after request" || action === "cut on connect") socket.resetAndDestroy()
    else if (action === "cut in head") socket.end(ok.slice(0, 20))
    else if (action === "cut in body") socket.end(`${ok}{"ok`)
    else if (action === "close after reply") {
      socket.write(`${ok}{"ok":true}`)
      setTimeout(() => socket.end(), 0)
    } else if (action !== "silence") {
      const [status = "", ...headers] = action.split("; ")
      const lines = [
        `HTTP/1.1 ${status} X`,
        "Content-Type: application/json",
        "Content-Length: 11",
        ...headers,
      ]
      socket.write(`${lines.join("\r\n")}\r\n\r\n{"ok":true}`)
    }
  }
}

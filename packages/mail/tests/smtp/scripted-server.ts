import { once } from "node:events"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"

/** What the server does with a line; the default answers it as it should. */
export type Script = (line: string, socket: Socket, answer: (reply: string) => void) => boolean

/** A server of few lines that can misbehave: `smtp-server` cannot. */
export class ScriptedServer {
  readonly lines: string[] = []
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  private constructor(script: Script, greeting: string) {
    this.#server = createServer((socket) => this.#serve(socket, script, greeting))
  }

  static async start(script: Script, greeting = "220 ready"): Promise<ScriptedServer> {
    const server = new ScriptedServer(script, greeting)
    await once(server.#server.listen(0, "127.0.0.1"), "listening")
    return server
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get open(): number {
    return this.#sockets.size
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }

  #serve(socket: Socket, script: Script, greeting: string): void {
    let rest = ""
    let isData = false
    const answer = (reply: string) => void socket.write(`${reply}\r\n`)
    this.#sockets.add(socket)
    socket.on("close", () => this.#sockets.delete(socket)).on("error", () => undefined)
    if (greeting !== "") answer(greeting)
    socket.on("data", (chunk) => {
      const lines = (rest + chunk.toString("latin1")).split("\r\n")
      rest = lines.pop()!
      for (const line of lines) {
        this.lines.push(line)
        const wasData = isData
        isData = isData ? line !== "." : line === "DATA"
        if (!script(line, socket, answer) && (!wasData || !isData)) answer(usualReply(line))
      }
    })
  }
}

function usualReply(line: string): string {
  if (line === "DATA") return "354 go on"
  return line.startsWith("QUIT") ? "221 bye" : "250 ok"
}

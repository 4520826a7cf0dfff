import { Agent, request } from "node:http"
import { connect } from "node:net"

/** What is sent with a call. */
export interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly body?: string
}

/** What came back. */
export interface Answer {
  readonly json: unknown
  header(name: string): string
}

/** Somebody who calls a server, knows what to expect, and notes what came otherwise. */
export class Visitor {
  /** How many calls were answered. */
  calls = 0
  /** How often something came that was not expected, by what it was. */
  readonly surprises: Record<string, number> = {}
  readonly #url: string
  readonly #agent = new Agent({ keepAlive: true })

  constructor(url: string) {
    this.#url = url
  }

  /** Makes a call that is to be answered with this status. */
  async call(status: number, method: string, path: string, sent: Sent = {}): Promise<Answer> {
    const { came, ...answer } = await this.#send(method, path, sent)
    this.calls++
    if (came !== status) {
      const kind = `${came} instead of ${status}: ${method} ${path.replace(/[\da-f-]{36}/g, ":id")}`
      this.surprises[kind] = (this.surprises[kind] ?? 0) + 1
    }
    return answer
  }

  /** Sends the beginning of a call, or all of it, and is gone: after so many bytes of the reply, or at once. */
  leave(text: string, afterReply: boolean): Promise<void> {
    const { port, hostname } = new URL(this.#url)
    return new Promise((gone) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(text)
        if (!afterReply) setTimeout(() => socket.destroy(), 5)
      })
      socket.once("data", () => socket.destroy())
      socket.on("error", () => undefined)
      socket.on("close", () => gone())
    })
  }

  /** Closes all connections. */
  rest(): void {
    this.#agent.destroy()
  }

  #send(method: string, path: string, sent: Sent): Promise<Answer & { readonly came: number | string }> {
    const body = sent.json === undefined ? sent.body : JSON.stringify(sent.json)
    return new Promise((tell) => {
      const fail = (error: Error) => tell({ came: error.message, json: {}, header: () => "" })
      const asked = request(this.#url + path, { method, agent: this.#agent, headers: sent.headers ?? {} })
      asked.on("error", fail)
      asked.on("response", (reply) => {
        let text = ""
        reply.setEncoding("utf8").on("data", (piece: string) => (text += piece))
        reply.on("error", fail)
        reply.on("end", () =>
          tell({
            came: reply.statusCode!,
            json: isJson(reply.headers["content-type"]) ? JSON.parse(text) : {},
            header: (name) => String(reply.headers[name] ?? ""),
          }),
        )
      })
      asked.end(body)
    })
  }
}

function isJson(type: string | undefined): boolean {
  return type?.startsWith("application/json") === true
}

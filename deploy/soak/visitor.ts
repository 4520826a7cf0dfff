import { globalAgent } from "node:http"
import { connect } from "node:net"
import { Api, type ApiReply, type ApiRequest } from "../../examples/auth/tests/conformance/api.ts"

/** Somebody who calls a server, knows what to expect, and notes what came otherwise. */
export class Visitor {
  /** How many calls were answered. */
  calls = 0
  /** How often something came that was not expected, by what it was. */
  readonly surprises: Record<string, number> = {}
  readonly #api: Api

  constructor(url: string) {
    this.#api = new Api(url)
  }

  /** Makes a call that is to be answered with this status. */
  async call(status: number, method: string, path: string, sent: ApiRequest = {}): Promise<ApiReply> {
    const reply = await this.#api.call(method, path, sent).catch(noReply)
    this.calls++
    if (reply.status !== status) {
      const came = reply.status === 0 ? reply.text : reply.status
      const kind = `${came} instead of ${status}: ${method} ${path.replace(/[\da-f-]{36}/g, ":id")}`
      this.surprises[kind] = (this.surprises[kind] ?? 0) + 1
    }
    return reply
  }

  /** Sends the beginning of a call, or all of it, and is gone: when the reply begins, or at once. */
  leave(text: string, afterReply: boolean): Promise<void> {
    const { port, hostname } = new URL(this.#api.url)
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
}

/** Closes the connections of all visitors. */
export function closeAll(): void {
  globalAgent.destroy()
}

function noReply(error: unknown): ApiReply {
  return { status: 0, headers: {}, text: String(error), json: undefined }
}

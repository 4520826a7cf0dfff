import type { IncomingMessage } from "node:http"
import type { TLSSocket } from "node:tls"
import type { Incoming } from "../../../context/incoming.ts"
import { plainAddress } from "../../plain-address.ts"
import type { Target } from "../../target.ts"
import { joinLines } from "../call/node-incoming.ts"

/**
 * A request that opens a socket. It keeps what its connection may still need after hours, and not the request itself,
 * which holds much more.
 */
export class UpgradeIncoming implements Incoming {
  readonly method = "GET"
  readonly wantsSocket = true
  readonly hasBody = false
  readonly path: string
  readonly query: string
  readonly address: string
  readonly secure: boolean
  readonly #rawHeaders: readonly string[]

  constructor(request: IncomingMessage, { path, query }: Target) {
    this.path = path
    this.query = query
    this.address = plainAddress(request.socket.remoteAddress ?? "")
    this.secure = (request.socket as Partial<TLSSocket>).encrypted === true
    this.#rawHeaders = request.rawHeaders
  }

  get host(): string | undefined {
    return this.header("host")
  }
  // The context of the socket has its own.
  get signal(): AbortSignal {
    return new AbortController().signal
  }

  header(name: string): string | undefined {
    const lines = joinLines(this.#rawHeaders, name)
    return name === "cookie" ? lines?.replaceAll(", ", "; ") : lines
  }
  headers(): Readonly<Record<string, string>> {
    const headers = Object.create(null) as Record<string, string>
    for (const [at, name] of this.#rawHeaders.entries())
      if (at % 2 === 0) headers[name.toLowerCase()] = this.header(name.toLowerCase())!
    return headers
  }

  bytes(): Promise<Uint8Array> {
    return Promise.resolve(new Uint8Array())
  }
  async *stream(): AsyncGenerator<Uint8Array> {}
}

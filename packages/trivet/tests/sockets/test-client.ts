import { type ClientOptions, WebSocket } from "ws"

/** How a connection ended. */
export interface Closed {
  readonly code: number
  readonly reason: string
}

/** A client of one socket. */
export class TestClient {
  readonly socket: WebSocket
  /** The head of the reply that opened it. */
  headers: Readonly<Record<string, unknown>> = {}
  readonly closed: Promise<Closed>
  readonly #messages: unknown[] = []
  readonly #waiting: (() => void)[] = []

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.on("message", (data) => {
      this.#messages.push(JSON.parse((data as Buffer).toString()))
      this.#waiting.shift()?.()
    })
    socket.on("upgrade", ({ headers }) => (this.headers = headers))
    this.closed = new Promise((give) =>
      socket.on("close", (code, reason) => give({ code, reason: String(reason) })),
    )
  }

  /** Opens a connection. Fails with `Rejected` if the server answers anything but 101. */
  static open(
    url: string,
    headers: Readonly<Record<string, string>> = {},
    options: ClientOptions = {},
  ): Promise<TestClient> {
    const socket = new WebSocket(url, { headers, ...options })
    const client = new TestClient(socket)
    return new Promise((give, refuse) => {
      socket.on("open", () => give(client))
      socket.on("error", refuse)
      socket.on("unexpected-response", (_request, response) => {
        const pieces: Buffer[] = []
        response.on("data", (piece: Buffer) => pieces.push(piece))
        response.on("end", () =>
          refuse(new Rejected(response.statusCode!, Buffer.concat(pieces).toString(), response.headers)),
        )
      })
    })
  }

  send(value: unknown): void {
    this.socket.send(JSON.stringify(value))
  }
  /** The next message that has not been asked for. */
  async next(): Promise<unknown> {
    while (this.#messages.length === 0) await new Promise<void>((go) => this.#waiting.push(go))
    return this.#messages.shift()
  }
  /** How many messages have come that nobody asked for. */
  get unread(): number {
    return this.#messages.length
  }
  close(): void {
    this.socket.close()
  }
}

/** What a server answers instead of opening a connection. */
export class Rejected extends Error {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, unknown>>

  constructor(status: number, body: string, headers: Readonly<Record<string, unknown>>) {
    super(`${status} ${body}`)
    this.status = status
    this.body = body
    this.headers = headers
  }
}

import { once } from "node:events"
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
} from "node:http2"
import { text } from "node:stream/consumers"
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from "node:tls"

/** Where a proxy speaks TLS, and the certificate that it shows. */
export interface SecureServer {
  readonly tlsPort: number
  readonly certificate: string
}

/** A connection with TLS. */
export async function openTls(
  { tlsPort, certificate }: SecureServer,
  protocol: "h2" | "http/1.1",
  localAddress = "127.0.0.1",
): Promise<TLSSocket> {
  // `localAddress` is passed on to the socket; its types do not say so.
  const options: ConnectionOptions & { readonly localAddress: string } = {
    port: tlsPort,
    host: "127.0.0.1",
    servername: "localhost",
    ca: certificate,
    ALPNProtocols: [protocol],
    localAddress,
  }
  const socket = connectTls(options)
  await once(socket, "secureConnect")
  return socket
}

/** A request over HTTP/2 whose reply has begun. */
export interface Http2Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly stream: ClientHttp2Stream
  text(): Promise<string>
}

/** A client that speaks HTTP/2. It opens a new connection when the proxy has told it to leave the old one. */
export class Http2Client {
  readonly #server: SecureServer
  readonly #address: string | undefined
  #session: Promise<ClientHttp2Session>

  /** From one of this machine's own addresses, which the proxy takes for the client's. */
  constructor(server: SecureServer, localAddress?: string) {
    this.#server = server
    this.#address = localAddress
    this.#session = this.#open()
  }

  async #open(): Promise<ClientHttp2Session> {
    const socket = await openTls(this.#server, "h2", this.#address)
    if (socket.alpnProtocol !== "h2") throw new Error("The proxy does not speak HTTP/2")
    const session = connect(`https://localhost:${this.#server.tlsPort}`, { createConnection: () => socket })
    return session.once("goaway", () => {
      this.#session = this.#open()
    })
  }

  /** Begins a request. If no body is given, the caller sends it and ends it. */
  async start(
    method: string,
    path: string,
    headers: IncomingHttpHeaders = {},
    body?: string | null,
  ): Promise<ClientHttp2Stream> {
    const stream = (await this.#session).request(
      { ...headers, ":method": method, ":path": path },
      { endStream: body === null },
    )
    if (typeof body === "string") stream.end(body)
    return stream
  }

  /** Sends a request and waits for the head of its reply. As browsers do, it sends again what was not looked at. */
  async send(
    method: string,
    path: string,
    headers?: IncomingHttpHeaders,
    body: string | null = null,
  ): Promise<Http2Reply> {
    const stream = await this.start(method, path, headers, body)
    return replyOf(stream).catch((error: unknown) => {
      if (stream.rstCode !== constants.NGHTTP2_REFUSED_STREAM) throw error
      return this.send(method, path, headers, body)
    })
  }

  async close(): Promise<void> {
    ;(await this.#session).destroy()
  }
}

/** The reply to a request, when its head has come. */
export async function replyOf(stream: ClientHttp2Stream): Promise<Http2Reply> {
  const [headers] = (await once(stream, "response")) as [IncomingHttpHeaders & { ":status": number }]
  return { status: headers[":status"], headers, stream, text: () => text(stream) }
}

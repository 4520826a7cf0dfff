/** The properties of the terminal on which a command runs. */
export interface TerminalFacts {
  /** Whether `--json` was given. */
  readonly json: boolean
  /** The width in characters; `undefined` if the output is not a terminal. */
  readonly columns: number | undefined
  /** Whether to print colors. */
  readonly colors: boolean
  /** Whether to print the stacks of errors. */
  readonly debug: boolean
}

/**
 * One call as a server passes it to the application: the raw request. Handlers use `Context` instead; code that reads
 * bodies (`BodyReader`) gets this.
 */
export interface Incoming {
  /** The HTTP method; `""` for a command. */
  readonly method: string
  /** The path as it was received: not decoded, without the query. */
  readonly path: string
  /** The query without `?`, not decoded; `""` without a query. */
  readonly query: string
  /** The address at the other end of the connection; `""` if it is not known. Proxies are not considered. */
  readonly address: string
  /** Whether the connection to this process is encrypted. Proxies are not considered. */
  readonly secure: boolean
  /** Aborted if the client disconnects before the reply is complete. */
  readonly signal: AbortSignal
  /** The host, with its port, that the client sent the request to; `undefined` if it is not known. */
  readonly host?: string | undefined
  /** Whether the request has a body; `undefined` if that is not known. */
  readonly hasBody?: boolean | undefined
  /** Whether the client wants to open a socket (WebSocket) and the engine can open one. Default: false. */
  readonly wantsSocket?: boolean | undefined
  /** The terminal of a command; `undefined` for HTTP. */
  readonly terminal?: TerminalFacts | undefined
  /** Returns a header by its lower-case name. Repeated headers are joined as HTTP defines it. */
  header(name: string): string | undefined
  /** Returns all headers, by lower-case name. The object has no prototype. */
  headers(): Readonly<Record<string, string>>
  /** Reads the whole body. Throws a fault that becomes 413 if it is larger than `limit` bytes. */
  bytes(limit: number): Promise<Uint8Array>
  /** Reads the body in pieces, for bodies that do not fit in memory. A body can be read once, with `bytes` or `stream`. */
  stream(): AsyncIterable<Uint8Array>
}

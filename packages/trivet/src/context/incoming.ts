/** What a command's reply is printed on. */
export interface TerminalFacts {
  /** Whether the caller asked for JSON. */
  readonly json: boolean
  /** Its width; `undefined` where the output is no terminal. */
  readonly columns: number | undefined
  readonly colors: boolean
  /** Whether to show stacks of errors. */
  readonly debug: boolean
}

/**
 * One call as an engine hands it over. Everything beyond the application reaches it only through this interface;
 * headers and body are read when first asked for.
 */
export interface Incoming {
  readonly method: string
  /** The path as it was received: not decoded, without the query. */
  readonly path: string
  /** What follows `?`, not decoded; `""` when there is none. */
  readonly query: string
  /** The address of whoever is at the other end of the connection; `""` where the engine cannot know it. */
  readonly address: string
  /** Whether the connection itself is encrypted. A proxy's word for it is not believed here. */
  readonly secure: boolean
  /** Aborted when the other side goes away before the reply is complete. */
  readonly signal: AbortSignal
  /** The terminal that a command was typed on; only command lines have one. */
  readonly terminal?: TerminalFacts | undefined
  /** A header by its lower-case name. Several lines of one name are joined as HTTP says. */
  header(name: string): string | undefined
  /** All headers by lower-case name. The map has no prototype. */
  headers(): Readonly<Record<string, string>>
  /** The whole body. Raises a fault when it is longer than the limit, before it has been read when its length is declared. */
  bytes(limit: number): Promise<Uint8Array>
  /** The body in pieces, for what must not be held in memory. A body is read once, by `bytes` or by `stream`. */
  stream(): AsyncIterable<Uint8Array>
}

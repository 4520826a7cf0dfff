/** The data of a client that services need: a context is one, `login(dto, ctx)`. */
export interface Client {
  /** For limits. */
  readonly address: string
  /** Aborted when the client disconnects: the work is then not started. */
  readonly signal: AbortSignal
}

/** Who asks, as far as services need to know: a context is one, `login(dto, ctx)`. */
export interface Client {
  /** For limits. */
  readonly address: string
  /** Aborted when the client leaves: then the work is not started. */
  readonly signal: AbortSignal
}

/** A reply as a client read it. */
export interface Received {
  /** `undefined` where the connection ended before the status could be read. */
  readonly status: number | undefined
  /** One line each, names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Uint8Array
  /** Whether the connection ended before the body was complete. */
  readonly cut: boolean
}

/** The lines of a header. */
export function linesOf({ headers }: Received, wanted: string): readonly string[] {
  return headers.filter(([name]) => name === wanted).map(([, value]) => value)
}

/**
 * A failed write, as distinct from an error of the code that produced the text: the reader is gone, or the disk is
 * full.
 */
export class WriteFailure extends Error {
  override readonly name = "WriteFailure"
  /** The system's code, such as `EPIPE` and `ENOSPC`. */
  readonly code: unknown

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.code = cause instanceof Error && "code" in cause ? cause.code : undefined
  }
}

/**
 * Why a call failed: the status of a reply (`.orThrow()`), no reply, a timeout, an aborted signal, or data that cannot
 * be sent or read.
 */
export type ClientErrorCode = "STATUS" | "NETWORK" | "TIMEOUT" | "ABORTED" | "REQUEST" | "REPLY"

/** An error of a client. Its message names the record or the address, never values of the query, headers or body. */
// Not a fault, so that the catalogue's texts are not part of a browser's bundle.
export class ClientError extends Error {
  override readonly name = "ClientError"
  /** Why the call failed. */
  readonly code: ClientErrorCode
  /** The record: `GET /posts/:id`. */
  readonly record: string
  /** The status of the reply; `undefined` if there was none. */
  readonly status: number | undefined
  /** The body of the reply, with the code `STATUS`. */
  readonly body: unknown

  /** Made by clients. */
  constructor(
    code: ClientErrorCode,
    record: string,
    message: string,
    more: { readonly status?: number | undefined; readonly body?: unknown; readonly cause?: unknown } = {},
  ) {
    super(message, more)
    this.code = code
    this.record = record
    this.status = more.status
    this.body = more.body
  }
}

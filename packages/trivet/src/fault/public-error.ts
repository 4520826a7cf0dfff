/**
 * An error whose message and status a client may see: `throw new PublicError(409, "Email already registered")`.
 * Any thrown error with a `status` and a `publicMessage` is treated the same.
 */
export class PublicError extends Error {
  override readonly name = "PublicError"
  readonly status: number
  readonly publicMessage: string
  /** Headers that the reply carries, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>> | undefined

  constructor(
    status: number,
    message: string,
    options: { readonly headers?: Record<string, string>; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.status = status
    this.publicMessage = message
    this.headers = options.headers
  }
}

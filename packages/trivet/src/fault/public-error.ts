/**
 * An error whose message and status a client may see: `throw new PublicError(409, "Email already registered")`.
 * Any thrown error with a `status` and a `publicMessage` is treated the same.
 */
export class PublicError extends Error {
  override readonly name = "PublicError"
  readonly status: number
  readonly publicMessage: string
  /** What a program may tell the error by. Sent only where the application's form of errors has a place for it. */
  readonly code: string | undefined
  /** Headers that the reply carries, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>> | undefined
  /** False where the code that raises it reports it in another way: then a status of 500 or more is not logged. */
  readonly log: false | undefined

  constructor(
    status: number,
    message: string,
    options: {
      readonly code?: string
      readonly headers?: Record<string, string>
      readonly cause?: unknown
      readonly log?: false
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.status = status
    this.publicMessage = message
    this.code = options.code
    this.headers = options.headers
    this.log = options.log
  }
}

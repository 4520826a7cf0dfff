/**
 * An error whose status and message are sent to the client: `throw new PublicError(409, "Email already registered")`.
 * Any thrown error that has a `status` and a `publicMessage` is treated in the same way.
 */
export class PublicError extends Error {
  override readonly name = "PublicError"
  /** The HTTP status of the reply. */
  readonly status: number
  /** The message for the client. It equals `message`. */
  readonly publicMessage: string
  /** A code for programs. The client gets it only if the format of `api({ errors })` includes it. */
  readonly code: string | undefined
  /** Headers for the reply, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>> | undefined
  /** `false` turns off the log line that an error with a status of 500 or more gets. */
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

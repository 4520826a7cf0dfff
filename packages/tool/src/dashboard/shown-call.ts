/** A body as the dashboard shows it, masked. */
export interface ShownBody {
  /** The media type; `""` if none was named. */
  readonly type: string
  /** The number of bytes that were read. */
  readonly bytes: number
  /** The text, masked; `undefined` if it is not shown. */
  readonly text: string | undefined
}

/** A message of a call: its headers, masked, and its body. */
export interface ShownMessage {
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: ShownBody | undefined
}

/** An SQL statement, a Redis command, a file that was stored, a password hash or another operation, without its values. */
export interface ShownOperation {
  readonly kind: string
  readonly text: string
  /** Milliseconds after the call began. */
  readonly at: number
  /** How long it took; `undefined` while it runs. */
  readonly ms: number | undefined
  /** The number of bytes that it has moved; `undefined` if it moves no file. */
  readonly bytes: number | undefined
  /** The code or name of its error. */
  readonly failed: string | undefined
  /** The package of the framework that made it for itself; `undefined` for the application. */
  readonly by: string | undefined
  /** The application's line that led to it. */
  readonly place: string | undefined
}

/** A line that was logged. */
export interface ShownLine {
  readonly level: string
  readonly at: number
  readonly message: string
  /** Its fields as JSON; `""` if it has none. */
  readonly fields: string
}

/** A piece of a source file. */
export interface ShownSource {
  readonly file: string
  /** The line of interest. */
  readonly line: number
  /** The number of the first line in `lines`. */
  readonly first: number
  readonly lines: readonly string[]
}

/** The error of a call. */
export interface ShownError {
  readonly title: string
  readonly frames: readonly string[]
  readonly causes: readonly string[]
  /** The lines around its first frame in the application. */
  readonly source: ShownSource | undefined
}

/** A call as it leaves the application's process, without secrets. */
export interface ShownCall {
  readonly id: string
  /** The kind of the call: `request`, or `job`. */
  readonly kind: string
  /** The method of a request; for a call of another kind, the kind. */
  readonly method: string
  /** The path with the names of the query; values are masked. */
  readonly path: string
  /** The path of the route; `undefined` if none matched. */
  readonly pattern: string | undefined
  /** Milliseconds since 1970. */
  readonly began: number
  /** How long it took; `undefined` while it runs. */
  readonly ms: number | undefined
  /** Milliseconds after which the reply was made; its body may take longer. */
  readonly answered: number | undefined
  readonly status: number | undefined
  readonly request: ShownMessage
  readonly reply: ShownMessage | undefined
  readonly operations: readonly ShownOperation[]
  readonly logs: readonly ShownLine[]
  readonly error: ShownError | undefined
  /** Whether its request or reply contains credentials, so that other calls can be sent with them. */
  readonly hasCredentials: boolean
}

/** What the thread of the management port asks the application's thread. */
export interface Ask {
  readonly id: number
  readonly what: "live" | "ready" | "metrics" | "calls" | "level" | "note"
  /** For how long: of `calls` to watch, of `level` to keep. */
  readonly seconds: number
  /** Of `level` the level, of `note` a line for the log. */
  readonly text: string
}

/** The answer to an `Ask`, as it is sent. */
export interface Answer {
  readonly status: number
  readonly type: "json" | "text"
  readonly body: string
}

/** What the application's thread receives. */
export type FromThread =
  | { readonly listening: string }
  | { readonly failed: { readonly code: string; readonly message: string } }
  | { readonly ask: Ask }

/** What the thread receives. */
export interface ToThread {
  readonly id: number
  readonly answer: Answer
}

/** Where the thread listens. */
export interface ThreadPlace {
  readonly port: number
  readonly host: string
  /** Whether other processes listen on the same port: the workers of one supervisor. */
  readonly shared: boolean
}

/** Sends one command and returns the reply. */
export type Send = <Reply = unknown>(command: readonly string[]) => Promise<Reply>

/** Runs on each new connection before any other command. If it fails, the connection is not used. */
export type BeforeUse = (send: Send) => Promise<void>

/** The destination of commands: one server, or a cluster. While it is unavailable, every command fails at once. */
export interface RedisTarget {
  /** The address for messages, without the password. */
  readonly place: string
  /** Whether every command can be sent now. */
  readonly ready: boolean
  /** Whether a connection was ever requested. */
  readonly asked: boolean
  /** Why it is not ready. */
  readonly failure: unknown
  send<Reply>(command: readonly string[]): Promise<Reply>
  getText<Value>(key: string, convert: (text: string | null) => Value): Promise<Value>
  /** Connects. Resolves when the first attempt has succeeded or failed. */
  open(): Promise<void>
  /** Waits for running commands and disconnects. */
  close(): Promise<void>
}

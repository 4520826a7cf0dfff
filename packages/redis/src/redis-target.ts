/** Sends one command and returns the reply. */
export type Send = <Reply = unknown>(command: readonly string[]) => Promise<Reply>

/** What is run on each new connection before any other command; when it fails the connection is not used. */
export type BeforeUse = (send: Send) => Promise<void>

/** Where commands go: one server, or a cluster of them. While it is unavailable every command fails at once. */
export interface RedisTarget {
  /** Where that is, for messages: without a password. */
  readonly place: string
  /** Whether every command can be sent now. */
  readonly ready: boolean
  /** Whether it was ever to be connected to. */
  readonly asked: boolean
  /** Why it is not ready. */
  readonly failure: unknown
  send<Reply>(command: readonly string[]): Promise<Reply>
  getText<Value>(key: string, convert: (text: string | null) => Value): Promise<Value>
  /** Connects; is done when the first attempt has ended, one way or the other. */
  open(): Promise<void>
  /** Waits for the commands that run and disconnects. */
  close(): Promise<void>
}

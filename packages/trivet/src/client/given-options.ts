import type { TextValue } from "./client-call.ts"

/** The options that a client's function is called with, for every record. */
export interface GivenOptions {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: object
  readonly headers?: Readonly<Record<string, TextValue>>
  readonly body?: unknown
  readonly signal?: AbortSignal
  readonly read?: (response: Response) => unknown
}

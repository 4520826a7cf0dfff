import type { Make } from "./app.ts"

/** A call as it goes over the wire. */
export interface Sent {
  /** GET unless given. */
  readonly method?: string
  /** Sent as it is: no client may tidy it. */
  readonly path: string
  /** One line each, in this order. */
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly body?: string
  /** The body without a declared length. */
  readonly chunked?: boolean
}

/** What must be true of one header: its value, its lines, absence, or a pattern. */
export type HeaderRule = string | readonly string[] | null | { readonly matches: string }

/** The reply that every engine must give. What is not named is not compared. */
export interface Expected {
  readonly status: number
  readonly headers?: Readonly<Record<string, HeaderRule>>
  readonly json?: unknown
  readonly text?: string
  readonly bytes?: readonly number[]
  /** The connection is cut before the body is complete. */
  readonly cut?: true
}

/** One call and its reply. */
export interface Step {
  readonly send: Sent
  readonly expect: Expected
}

/** Where an engine may answer otherwise, and why that cannot be helped. */
export interface Difference {
  readonly runtimes: readonly string[]
  readonly reason: string
  /** `null` where the runtime sends nothing that a client could take for a reply. */
  readonly expect: Expected | null
}

/** One thing that must be the same on every engine. */
export interface Case extends Step {
  readonly name: string
  /** Calls that follow it, where the first one leaves something behind. */
  readonly after?: readonly Step[]
  /** The make that it is about; all unless given. What is said of `full` holds for `scoped` too. */
  readonly make?: Exclude<Make, "scoped">
  readonly differs?: Difference
}

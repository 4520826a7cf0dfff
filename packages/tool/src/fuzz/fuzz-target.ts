import type { JsonSchema, AccessDescription } from "trivet/extend"

/** How credentials of a scheme are sent. */
export interface FuzzScheme {
  readonly name: string
  readonly type: "http" | "apiKey"
  /** `bearer`, `basic`; or where a key is: `header`, `cookie`, `query`. */
  readonly place: string
  /** The name of the header, cookie or parameter of a key. */
  readonly key: string
}

/** The parts of a request that have a schema. */
export type InputPart = "params" | "query" | "headers" | "body"

/** A route as the engine knows it: plain data, so that it can cross from another process. */
export interface FuzzRoute {
  readonly method: string
  readonly path: string
  /** Controller and method. */
  readonly handler: string
  /** Where the handler is in the source. */
  readonly where: string | undefined
  readonly accepts: Readonly<Partial<Record<InputPart, JsonSchema>>>
  /** The statuses that the record declares; `undefined` if it has no `returns`. */
  readonly returns: readonly number[] | undefined
  /** Who may call it, as its guards declare. */
  readonly access: AccessDescription
  readonly schemes: readonly FuzzScheme[]
  /** Query parameters that the text of the handler reads. */
  readonly reads: readonly string[]
}

/** An error that a call threw, as the process of the application saw it. */
export interface ThrownError {
  readonly text: string
  /** Whether the application meant it for clients. */
  readonly isPublic: boolean
  /** The code of a database behind it, such as `42601`: a statement that cannot be parsed. */
  readonly code: string | undefined
  /** Whether nothing caught it, so that the process ends. */
  readonly isFatal: boolean
}

/** How a process ended, or is about to end. */
export interface Ended {
  readonly text: string
  /** The id of the call that raised the error which nothing caught; `undefined` if it is not known. */
  readonly call: string | undefined
}

/** Bytes per call from which a steady growth counts, if only the application is in its process. */
export const finestGrowth = 1_000
/** The same with a database or the engine beside it: PGlite keeps about 500 bytes for each statement. */
export const coarseGrowth = 3_000

/** What the engine works on: a served application. It is always at 127.0.0.1. */
export interface FuzzTarget {
  readonly port: number
  /** The folder of the application's package.json. */
  readonly folder: string
  readonly routes: readonly FuzzRoute[]
  /** Texts that must never be in a reply: values of secret settings. */
  readonly secrets: readonly string[]
  /** Compares a body with the schema of its status: what is wrong with it, or `undefined`. */
  check(route: FuzzRoute, status: number, body: unknown): Promise<string | undefined>
  /** The errors that a call threw before its reply, by its id, since it was last asked. */
  takeErrors(call: string): Promise<readonly ThrownError[]>
  /** How the process ended; `undefined` while it runs. */
  ended(): Ended | undefined
  /** The bytes of the heap after a garbage collection; `undefined` if they cannot be measured. */
  memory(): Promise<number | undefined>
  /** Bytes per call from which a steady growth of the heap counts. */
  readonly leastGrowth: number
  /** The number of open connections. */
  connections(): Promise<number>
  /** Starts the program again. Only for a program in a process of its own. */
  restart?(): Promise<void>
  /** Milliseconds that the program took to start. Only for a program in a process of its own. */
  readonly startTime?: number
  /**
   * Asks the program to stop, ends it if that takes longer, and starts another on the same port. Only for a program in a
   * process of its own.
   */
  replace?(milliseconds: number): Promise<Replacement>
  close(): Promise<void>
}

/** How a process stopped for its successor. */
export interface Replacement {
  /** Milliseconds from SIGTERM until it was gone. */
  readonly took: number
  /** Its exit code, or the signal that ended it. */
  readonly outcome: number | string
  /** The calls that it had accepted, by the header `x-fuzz-call`. */
  readonly accepted: ReadonlySet<string>
}

/** `GET /posts/:id`. */
export function routeTitle({ method, path }: Pick<FuzzRoute, "method" | "path">): string {
  return `${method} ${path}`
}

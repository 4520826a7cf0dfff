import type { JsonSchema, AccessDescription } from "trivet/extend"
import type { KeptMail } from "trivet/testing"

/** How credentials of a scheme are sent. */
export interface FuzzScheme {
  readonly name: string
  readonly type: "http" | "apiKey"
  /** `bearer`, `basic`; or the place of a key: `header`, `cookie`, `query`. */
  readonly place: string
  /** The name of the header, cookie or parameter of a key. */
  readonly key: string
}

/** The parts of a request that have a schema, and the messages of a socket. */
export type InputPart = "params" | "query" | "headers" | "body" | "message"

/** A route as plain data, so that it can be sent from another process. */
export interface FuzzRoute {
  readonly method: string
  readonly path: string
  /** Controller and method. */
  readonly handler: string
  /** The position of the handler in the source. */
  readonly where: string | undefined
  readonly accepts: Readonly<Partial<Record<InputPart, JsonSchema>>>
  /** The statuses that the record declares; `undefined` if it has no `returns`. */
  readonly returns: readonly number[] | undefined
  /** The permitted callers, as its guards declare. */
  readonly access: AccessDescription
  readonly schemes: readonly FuzzScheme[]
  /** Query parameters that the source text of the handler reads. */
  readonly reads: readonly string[]
  /** Whether it opens a socket. */
  readonly isSocket: boolean
}

/** Something that the process of an application did besides replying. */
export interface Observation {
  readonly kind: "log" | "mail" | "job" | "statement"
  /** The id of the call that led to it; `undefined` if none did, or if it is not known. */
  readonly call: string | undefined
  /** The line, the mail, the payload or the statement. */
  readonly text: string
  /** The addresses of a mail. */
  readonly to?: readonly string[]
  /** The application's line that sent a statement. */
  readonly place?: string
}

/** An error that a call threw in the process of the application. */
export interface ThrownError {
  readonly text: string
  /** Whether it has a message for clients. */
  readonly isPublic: boolean
  /** The SQLSTATE behind it, such as `42601` for a syntax error. */
  readonly code: string | undefined
  /** Whether it was uncaught, so that the process ends. */
  readonly isFatal: boolean
  /** What a fault says to type next. */
  readonly fix?: string
}

/** How a process ended, or is about to end. */
export interface Ended {
  readonly text: string
  /** The id of the call with the uncaught error; `undefined` if it is not known. */
  readonly call: string | undefined
}

/** The steady growth in bytes per call that is reported, if only the application is in its process. */
export const finestGrowth = 1_000
/** The same with a database or the engine in the process: PGlite retains about 500 bytes for each statement. */
export const coarseGrowth = 3_000

/** The target of a run: an application served on 127.0.0.1. */
export interface FuzzTarget {
  readonly port: number
  /** The folder of the application's package.json. */
  readonly folder: string
  readonly routes: readonly FuzzRoute[]
  /** Texts that must never occur in a reply: values of secret settings. */
  readonly secrets: readonly string[]
  /** Validates a body against the schema of its status: the problem, or `undefined`. */
  check(route: FuzzRoute, status: number, body: unknown): Promise<string | undefined>
  /** Removes and returns the errors that a call threw before its reply, by its id. */
  takeErrors(call: string): Promise<readonly ThrownError[]>
  /**
   * Removes and returns what the process did besides replying since it was last asked; `isOn` says whether it notes more.
   * Only for a program in its own process.
   */
  observe?(isOn: boolean): Promise<readonly Observation[]>
  /** Returns the next mail to an address that the application has kept. Rejects if there is none. */
  mailTo(address: string, text?: RegExp): Promise<KeptMail>
  /** How the process ended; `undefined` while it runs. */
  ended(): Ended | undefined
  /** The heap size in bytes after a garbage collection; `undefined` if it cannot be measured. */
  memory(): Promise<number | undefined>
  /** The steady heap growth in bytes per call that is reported. */
  readonly leastGrowth: number
  /** The number of open connections. */
  connections(): Promise<number>
  /** Restarts the program. Only for a program in its own process. */
  restart?(): Promise<void>
  /** Milliseconds that the program took to start. Only for a program in its own process. */
  readonly startTime?: number
  /**
   * Asks the program to stop, kills it after a time limit, and starts another on the same port. Only for a program in
   * its own process.
   */
  replace?(milliseconds: number): Promise<Replacement>
  close(): Promise<void>
}

/** How a process stopped for its replacement. */
export interface Replacement {
  /** Milliseconds from SIGTERM until it had ended. */
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

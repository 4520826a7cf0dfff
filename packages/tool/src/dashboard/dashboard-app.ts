import type { SerializedApp } from "../inspect/report.ts"

/** A route with the data that a form needs to call it. */
export interface DashboardRoute {
  readonly method: string
  readonly path: string
  readonly handler: string
  readonly module: string
  readonly where: string
  readonly summary: string
  readonly middlewares: readonly string[]
  /** Whether a middleware requires credentials. */
  readonly guarded: boolean
  readonly deprecated: boolean
  /** The JSON Schemas of its input, by part: `query`, `body`. */
  readonly accepts: Readonly<Record<string, unknown>>
}

/** An environment variable that the application reads. Its value is included only if it cannot be a secret. */
export interface DashboardVariable {
  readonly name: string
  readonly expected: string
  readonly required: boolean
  readonly isSet: boolean
  readonly value: string | undefined
  /** The position of the `config()` call. */
  readonly where: string
}

/** The data of an application that the dashboard shows beside its calls. */
export interface DashboardApp {
  readonly app: SerializedApp
  readonly routes: readonly DashboardRoute[]
  readonly variables: readonly DashboardVariable[]
  /** Whether mails are kept instead of sent, so that they can be shown. */
  readonly keepsMails: boolean
}

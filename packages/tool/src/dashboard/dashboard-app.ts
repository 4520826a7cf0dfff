import type { SerializedApp } from "../inspect/report.ts"

/** A route with what a form needs to call it. */
export interface DashboardRoute {
  readonly method: string
  readonly path: string
  readonly handler: string
  readonly module: string
  readonly where: string
  readonly summary: string
  readonly middlewares: readonly string[]
  /** Whether a middleware asks for credentials. */
  readonly guarded: boolean
  readonly deprecated: boolean
  /** The JSON Schemas of what it accepts, by part: `query`, `body`. */
  readonly accepts: Readonly<Record<string, unknown>>
}

/** A variable of the environment that the application reads. Its value is here only if it cannot be a secret. */
export interface DashboardVariable {
  readonly name: string
  readonly expected: string
  readonly required: boolean
  readonly isSet: boolean
  readonly value: string | undefined
  /** The place of the `config()` call. */
  readonly where: string
}

/** What the dashboard shows of an application beside its calls. */
export interface DashboardApp {
  readonly app: SerializedApp
  readonly routes: readonly DashboardRoute[]
  readonly variables: readonly DashboardVariable[]
  /** Whether it keeps mails instead of sending them: they are shown. */
  readonly keepsMails: boolean
}

import { type NamedToken, token } from "../inject/token.ts"

/** A value of a metric, and what it belongs to. */
export interface MetricValue {
  readonly value: number
  /** Few different ones, chosen by the application and never by a client: each is a series that is kept. */
  readonly attributes: Readonly<Record<string, string>>
}

/** How values are distributed. */
export interface MetricHistogram {
  /** The sum of all values. */
  readonly sum: number
  /** How many values are at most as great as each bound, and after them how many are greater: not added up. */
  readonly counts: readonly number[]
  /** As those of a value. */
  readonly attributes: Readonly<Record<string, string>>
}

/** What a metric is. */
export interface MetricInfo {
  /** The name of OpenTelemetry's conventions, such as `db.client.connection.count`. */
  readonly name: string
  /** What it is, as one sentence. */
  readonly description: string
  /** The unit by UCUM: `s`, or `{connection}` for a number of things. */
  readonly unit: string
}

/** A number that a package knows, such as that of its open connections. It is read when somebody asks. */
export type Metric = MetricInfo &
  (
    | { readonly type: "gauge" | "counter"; read(): readonly MetricValue[] }
    | { readonly type: "histogram"; readonly bounds: readonly number[]; read(): readonly MetricHistogram[] }
  )

/** The metrics of an application. */
export class Metrics {
  #metrics: readonly Metric[] = []
  #observed = false

  /** Whether somebody reads them. Decided while the application is built. */
  get observed(): boolean {
    return this.#observed
  }

  /** Adds metrics. Returns a function that removes them. */
  add(...metrics: readonly Metric[]): () => void {
    this.#metrics = [...this.#metrics, ...metrics]
    return () => {
      this.#metrics = this.#metrics.filter((metric) => !metrics.includes(metric))
    }
  }

  /** For who reads them: call it while the application is built. Returns a function that gives all metrics. */
  observe(): () => readonly Metric[] {
    this.#observed = true
    return () => this.#metrics
  }
}

/**
 * The token of the application's metrics. For packages of the framework; it may change in any version.
 *
 * @example
 * ```ts
 * import { inject } from "trivet"
 * import { AppMetrics } from "trivet/extend"
 *
 * export class Mails {
 *   #waiting: string[] = []
 *
 *   constructor() {
 *     inject(AppMetrics).add({
 *       name: "mails.waiting",
 *       description: "Mails that wait to be sent.",
 *       unit: "{mail}",
 *       type: "gauge",
 *       read: () => [{ value: this.#waiting.length, attributes: {} }],
 *     })
 *   }
 * }
 * ```
 */
export const AppMetrics: NamedToken<Metrics> = token<Metrics>("AppMetrics")

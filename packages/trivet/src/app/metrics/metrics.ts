import { type NamedToken, token } from "../../inject/token.ts"

/** A value of a metric, and what it belongs to. */
export interface MetricValue {
  readonly value: number
  /**
   * Attributes with few distinct values, chosen by the application and never by a client: each combination is stored as
   * a series.
   */
  readonly attributes: Readonly<Record<string, string>>
}

/** The distribution of values. */
export interface MetricHistogram {
  /** The sum of all values. */
  readonly sum: number
  /** Number of values in each bucket, not cumulative: up to each bound, and above the last one. */
  readonly counts: readonly number[]
  /** Like the attributes of `MetricValue`. */
  readonly attributes: Readonly<Record<string, string>>
}

/** The properties of a metric. */
export interface MetricInfo {
  /** The name according to OpenTelemetry's conventions, such as `db.client.connection.count`. */
  readonly name: string
  /** The description, one sentence. */
  readonly description: string
  /** The unit by UCUM: `s`, or `{connection}` for a number of things. */
  readonly unit: string
}

/** A number that a package provides, such as the number of its open connections. It is read on demand. */
export type Metric = MetricInfo &
  (
    | { readonly type: "gauge" | "counter"; read(): readonly MetricValue[] }
    | { readonly type: "histogram"; readonly bounds: readonly number[]; read(): readonly MetricHistogram[] }
  )

/** The metrics of an application. */
export class Metrics {
  #metrics: readonly Metric[] = []
  #observed: boolean

  constructor(observed = false) {
    this.#observed = observed
  }

  /** Whether the metrics are read. Decided while the application is built. */
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

  /** Registers a reader; call it while the application is built. Returns a function that returns all metrics. */
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

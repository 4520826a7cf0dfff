import type { Metric, MetricValue, Metrics } from "trivet/extend"
import type { QueueInfo } from "../store/job-store.ts"

/** How an attempt has ended: `failed` if others follow. */
export type Outcome = "done" | "failed" | "dead"

/** The bucket bounds of durations, in seconds. */
const bounds: readonly number[] = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1_800]
/** Milliseconds between two counts of the jobs in the store. */
const countEvery = 15_000

interface Series {
  readonly attributes: Readonly<Record<string, string>>
  readonly counts: number[]
  sum: number
}

/** The metrics of jobs, by name: those that this process has run, and those in the store. */
export class JobMetrics {
  readonly #metrics: Metrics
  readonly #series = new Map<string, Series>()
  #queues: readonly QueueInfo[] = []
  #countedAt = 0
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(metrics: Metrics) {
    this.#metrics = metrics
    metrics.add(...this.#attempts(), ...this.#stored())
  }

  /** Counts the jobs of the store from time to time, if the metrics are read. */
  start(
    count: () => Promise<readonly QueueInfo[]>,
    outage: { begin(error: unknown): void; end(): void },
  ): void {
    if (!this.#metrics.observed || this.#timer !== undefined) return
    const look = async () => {
      try {
        this.#queues = await count()
        this.#countedAt = Date.now()
        outage.end()
      } catch (error) {
        // Old figures would hide that the store is unavailable.
        this.#queues = []
        outage.begin(error)
      }
    }
    void look()
    this.#timer = setInterval(() => void look(), countEvery)
  }

  /** Stops counting. */
  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Records an attempt of this process. */
  note(job: string, outcome: Outcome, seconds: number): void {
    const key = `${outcome} ${job}`
    let series = this.#series.get(key)
    if (series === undefined) {
      const counts = Array.from({ length: bounds.length + 1 }, () => 0)
      series = { attributes: { "trivet.job": job, outcome }, counts, sum: 0 }
      this.#series.set(key, series)
    }
    const at = bounds.findIndex((bound) => seconds <= bound)
    series.counts[at === -1 ? bounds.length : at]!++
    series.sum += seconds
  }

  #attempts(): readonly Metric[] {
    const countOf = ({ counts, attributes }: Series): MetricValue => ({
      value: counts.reduce((sum, count) => sum + count, 0),
      attributes,
    })
    return [
      {
        name: "trivet.jobs.attempts",
        description: "Attempts of jobs that ended in this process.",
        unit: "{attempt}",
        type: "counter",
        read: () => [...this.#series.values()].map(countOf),
      },
      {
        name: "trivet.jobs.duration",
        description: "Duration of attempts of jobs in this process.",
        unit: "s",
        type: "histogram",
        bounds,
        read: () => [...this.#series.values()],
      },
    ]
  }

  #stored(): readonly Metric[] {
    const gauge = (
      name: string,
      unit: string,
      description: string,
      of: (queue: QueueInfo) => number,
    ): Metric => ({
      name: `trivet.jobs.${name}`,
      description: `${description}, in the whole store.`,
      unit,
      type: "gauge",
      read: () =>
        this.#queues.map((queue) => ({ value: of(queue), attributes: { "trivet.job": queue.job } })),
    })
    return [
      gauge("waiting", "{job}", "Jobs that wait", ({ waiting }) => waiting),
      gauge("running", "{job}", "Jobs that run", ({ running }) => running),
      gauge("dead", "{job}", "Jobs that are dead", ({ dead }) => dead),
      gauge("oldest", "s", "For how long the next job is due", ({ dueSince }) =>
        dueSince === undefined ? 0 : Math.max(0, (this.#countedAt - dueSince.getTime()) / 1_000),
      ),
    ]
  }
}

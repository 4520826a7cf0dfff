import type { EngineApp } from "../../../app/engine-app.ts"
import { healthChecksOf } from "../../../app/metrics/health-checks.ts"
import type { Metric } from "../../../app/metrics/metrics.ts"
import { prometheusText } from "../../../app/metrics/prometheus-text.ts"
import { HealthWatch } from "../../../http/health-watch.ts"
import type { Answer, Ask } from "./ask.ts"
import { CallsWatch, type InFlight } from "./calls-watch.ts"
import { changeLevel } from "./change-level.ts"
import { processMetrics } from "./process-metrics.ts"

/** Answers what the management port asks, in the thread of the application. */
export class Asks {
  readonly #app: EngineApp
  readonly #labels: Readonly<Record<string, string>>
  readonly #health: HealthWatch
  readonly #calls: CallsWatch
  readonly #own = processMetrics()
  readonly #metrics: () => readonly Metric[]

  /** `inFlight` returns the requests that wait for their reply; `worker` is the number of this worker, if it is one. */
  constructor(app: EngineApp, inFlight: () => Iterable<InFlight>, worker: number | undefined) {
    const { settings, wiring, operations, metrics } = app
    this.#app = app
    this.#labels = worker === undefined ? {} : { worker: String(worker) }
    const limits = { timeout: 1_000, reuse: 1_000 }
    this.#health = new HealthWatch(() => healthChecksOf(wiring.order), settings.log, limits)
    this.#calls = new CallsWatch(inFlight, operations)
    this.#metrics = metrics.observe()
  }

  async answer(ask: Ask): Promise<Answer> {
    try {
      return await this.#answer(ask)
    } catch (error) {
      this.#app.settings.log.error({ err: error }, "the management port cannot answer")
      return json(500, { error: "The reason is in the log" })
    }
  }

  stop(): void {
    this.#own.stop()
    this.#calls.stop()
  }

  async #answer({ what, seconds, text }: Ask): Promise<Answer> {
    const { readiness, settings } = this.#app
    switch (what) {
      case "live":
        return json(200, { status: "live" })
      case "ready": {
        const report = await this.#health.report(readiness)
        return json(report.status === "ready" ? 200 : 503, report)
      }
      case "metrics":
        return { status: 200, type: "text", body: this.#textOfMetrics() }
      case "calls":
        return json(200, await this.#calls.report(seconds))
      case "level": {
        const problem = changeLevel(settings.log, text, seconds)
        return problem === undefined ? json(200, { level: text, seconds }) : json(400, { error: problem })
      }
      case "note":
        settings.log.warn(text)
    }
    return json(200, {})
  }

  #textOfMetrics(): string {
    const metrics = this.#metrics()
    const names = new Set(metrics.map(({ name }) => name))
    // `telemetry()` measures the event loop too.
    const others = this.#own.metrics.filter(({ name }) => !names.has(name))
    return prometheusText([...metrics, ...others], this.#labels)
  }
}

function json(status: number, value: object): Answer {
  return { status, type: "json", body: JSON.stringify(value) }
}

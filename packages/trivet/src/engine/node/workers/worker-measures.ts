import type { Metric } from "../../../app/metrics/metrics.ts"
import type { WorkerCounts } from "./worker-message.ts"

/** The metrics of all workers, available in each of them. `counts` returns the last counts from the supervisor. */
export function workerMeasures(counts: () => WorkerCounts): readonly Metric[] {
  const unit = "{process}"
  return [
    {
      name: "trivet.workers.serving",
      description: "Workers that serve.",
      unit,
      type: "gauge",
      read: () => [{ value: counts().serving, attributes: {} }],
    },
    {
      name: "trivet.workers.deaths",
      description: "Workers that exited although nobody had stopped them.",
      unit,
      type: "counter",
      read: () => [{ value: counts().deaths, attributes: {} }],
    },
  ]
}

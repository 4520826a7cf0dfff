import type { Metric } from "../../../app/metrics/metrics.ts"
import type { Overload } from "./overload.ts"

/** The metrics of a server's overload protection. */
export function overloadMeasures(overload: Overload): readonly Metric[] {
  const unit = "{request}"
  const read = (key: keyof Overload["counts"]) => () => [{ value: overload.counts[key], attributes: {} }]
  return [
    {
      name: "trivet.overload.in_flight",
      description: "Requests whose handler has not answered yet.",
      unit,
      type: "gauge",
      read: read("inFlight"),
    },
    {
      name: "trivet.overload.waiting",
      description: "Requests that wait until the event loop has time for them.",
      unit,
      type: "gauge",
      read: read("waiting"),
    },
    {
      name: "trivet.overload.rejections",
      description: "Requests that were rejected with 503 because of overload.",
      unit,
      type: "counter",
      read: read("rejected"),
    },
  ]
}

import type { Metric } from "../../app/metrics/metrics.ts"
import type { Serving } from "./serving.ts"

/** The metrics of a server's connections. */
export function connectionMetrics({ connections, endless }: Serving): readonly Metric[] {
  const unit = "{connection}"
  const read = (count: () => number) => () => [{ value: count(), attributes: {} }]
  return [
    {
      name: "http.server.open_connections",
      description: "Open connections, with those of sockets.",
      unit,
      type: "gauge",
      read: read(() => connections.size),
    },
    {
      name: "trivet.sockets",
      description: "Open WebSockets.",
      unit,
      type: "gauge",
      read: read(() => connections.sockets),
    },
    {
      name: "trivet.streams",
      description: "Replies that end only when the client or the server does, such as event streams.",
      unit,
      type: "gauge",
      read: read(() => endless.size),
    },
  ]
}

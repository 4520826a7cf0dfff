import type { Metric } from "trivet/extend"
import type { PoolCounts } from "./pool-counts.ts"

/** The metrics of a pool. `name` is that of the database: an application may have several. */
export function poolMeasures(name: string, counts: () => PoolCounts): readonly Metric[] {
  const pool = { "db.client.connection.pool.name": name }
  return [
    {
      name: "db.client.connection.count",
      description: "Open connections, in use or not.",
      unit: "{connection}",
      type: "gauge",
      read() {
        const { open, idle } = counts()
        return [
          { value: idle, attributes: { ...pool, "db.client.connection.state": "idle" } },
          { value: open - idle, attributes: { ...pool, "db.client.connection.state": "used" } },
        ]
      },
    },
    {
      name: "db.client.connection.pending_requests",
      description: "Queries that wait for a connection.",
      unit: "{request}",
      type: "gauge",
      read: () => [{ value: counts().waiting, attributes: pool }],
    },
  ]
}

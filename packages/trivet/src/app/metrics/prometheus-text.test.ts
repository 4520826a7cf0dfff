import { describe, expect, it } from "vitest"
import type { Metric } from "./metrics.ts"
import { prometheusText } from "./prometheus-text.ts"

const pool = (name: string, value: number): Metric => ({
  name: "db.client.connection.count",
  description: "Open connections.\nIn use or not.",
  unit: "{connection}",
  type: "gauge",
  read: () => [{ value, attributes: { "pool.name": name } }],
})

describe("prometheusText()", () => {
  it("describes measures of one name once, and escapes values", () => {
    expect(prometheusText([pool("a", 1), pool('b"\\\n', 2)], { worker: "3" })).toBe(
      [
        String.raw`# HELP db_client_connection_count Open connections.\nIn use or not.`,
        "# TYPE db_client_connection_count gauge",
        'db_client_connection_count{pool_name="a",worker="3"} 1',
        String.raw`db_client_connection_count{pool_name="b\"\\\n",worker="3"} 2`,
        "",
      ].join("\n"),
    )
  })

  it("adds the unit to names, and `_total` to those of counters", () => {
    const read = () => [{ value: 0.5, attributes: {} }]
    const text = prometheusText(
      [
        { name: "a.delay", description: "A.", unit: "s", type: "gauge", read },
        { name: "a.size", description: "A.", unit: "By", type: "counter", read },
      ],
      {},
    )
    expect(text.split("\n").filter((line) => !line.startsWith("#"))).toEqual([
      "a_delay_seconds 0.5",
      "a_size_bytes_total 0.5",
      "",
    ])
  })

  it("adds up the buckets of a histogram", () => {
    const durations: Metric = {
      name: "d",
      description: "D.",
      unit: "s",
      type: "histogram",
      bounds: [1, 2],
      read: () => [{ sum: 7.5, counts: [1, 0, 2], attributes: { route: "/" } }],
    }
    expect(prometheusText([durations], {}).split("\n").slice(2, -1)).toEqual([
      'd_seconds_bucket{route="/",le="1"} 1',
      'd_seconds_bucket{route="/",le="2"} 1',
      'd_seconds_bucket{route="/",le="+Inf"} 3',
      'd_seconds_sum{route="/"} 7.5',
      'd_seconds_count{route="/"} 3',
    ])
  })
})

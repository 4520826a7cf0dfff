import type { Metric, MetricHistogram } from "./metrics.ts"

type Labels = Readonly<Record<string, string>>

/**
 * Metrics in the text format of Prometheus (`text/plain; version=0.0.4`), with the names that OpenTelemetry defines for it.
 * `labels` are added to each series.
 *
 * @example
 * ```ts
 * import { command, inject, routes } from "trivet"
 * import { AppMetrics, prometheusText } from "trivet/extend"
 *
 * export class MetricsCommand {
 *   readonly #metrics = inject(AppMetrics).observe()
 *
 *   routes() {
 *     return routes([command("metrics", this.print, { summary: "Prints the metrics" })])
 *   }
 *
 *   print() {
 *     return prometheusText(this.#metrics(), {})
 *   }
 * }
 * ```
 */
export function prometheusText(metrics: readonly Metric[], labels: Readonly<Record<string, string>>): string {
  const lines: string[] = []
  for (const [name, same] of Map.groupBy(metrics, metricNameOf)) {
    lines.push(`# HELP ${name} ${escapeHelp(same[0]!.description)}`, `# TYPE ${name} ${same[0]!.type}`)
    for (const metric of same) {
      if (metric.type === "histogram")
        for (const one of metric.read()) lines.push(...histogramLines(name, metric.bounds, one, labels))
      else
        for (const { value, attributes } of metric.read())
          lines.push(`${name}${labelsOf({ ...attributes, ...labels })} ${value}`)
    }
  }
  return `${lines.join("\n")}\n`
}

function histogramLines(
  name: string,
  bounds: readonly number[],
  { sum, counts, attributes }: MetricHistogram,
  labels: Labels,
): string[] {
  const all = { ...attributes, ...labels }
  let total = 0
  const buckets = counts.map((count, at) => {
    total += count
    return `${name}_bucket${labelsOf({ ...all, le: String(bounds[at] ?? "+Inf") })} ${total}`
  })
  return [...buckets, `${name}_sum${labelsOf(all)} ${sum}`, `${name}_count${labelsOf(all)} ${total}`]
}

/** `http.server.request.duration` in `s` is `http_server_request_duration_seconds`. */
function metricNameOf({ name, unit, type }: Metric): string {
  const suffix = unit === "s" ? "_seconds" : unit === "By" ? "_bytes" : ""
  return `${withUnderscores(name)}${suffix}${type === "counter" ? "_total" : ""}`
}

function labelsOf(labels: Labels): string {
  const entries = Object.entries(labels)
  if (entries.length === 0) return ""
  return `{${entries.map(([name, value]) => `${withUnderscores(name)}="${escapeLabel(value)}"`).join(",")}}`
}

function withUnderscores(name: string): string {
  return name.replaceAll(/\W/g, "_")
}

function escapeHelp(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")
}

function escapeLabel(text: string): string {
  return escapeHelp(text).replaceAll('"', '\\"')
}

import type { Metric, MetricHistogram } from "trivet/extend"

type Labels = Readonly<Record<string, string>>

/** The media type of the text. */
export const textType = "text/plain; version=0.0.4; charset=utf-8"

/**
 * Metrics in the text format of Prometheus, with the names that OpenTelemetry defines for it. `labels` are added to
 * each series.
 */
export function prometheusText(measures: readonly Metric[], labels: Labels): string {
  const lines: string[] = []
  for (const [name, same] of Map.groupBy(measures, metricNameOf)) {
    lines.push(`# HELP ${name} ${escapeHelp(same[0]!.description)}`, `# TYPE ${name} ${same[0]!.type}`)
    for (const measure of same) {
      if (measure.type === "histogram")
        for (const one of measure.read()) lines.push(...histogramLines(name, measure.bounds, one, labels))
      else
        for (const { value, attributes } of measure.read())
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

import type { Meter, Observable, ObservableCallback } from "@opentelemetry/api"
import type { Metric, MetricValue } from "trivet/extend"

/** Exports the metrics of packages with OpenTelemetry. Returns a function that stops it. */
export function exportMeasures(meter: Meter, measures: readonly Metric[]): () => void {
  const stops: (() => void)[] = []
  // The metrics of several pools have the same name.
  for (const [name, same] of Map.groupBy(measures, (measure) => measure.name)) {
    const read = same.flatMap((measure) => (measure.type === "histogram" ? [] : [() => measure.read()]))
    const [first] = same
    if (read.length === 0) continue
    const instrument = createInstrument(meter, name, first!)
    const callback: ObservableCallback = (result) => {
      for (const { value, attributes } of read.flatMap((one): readonly MetricValue[] => one()))
        result.observe(value, attributes)
    }
    instrument.addCallback(callback)
    stops.push(() => instrument.removeCallback(callback))
  }
  return () => stops.forEach((stop) => stop())
}

function createInstrument(meter: Meter, name: string, { type, description, unit }: Metric): Observable {
  const options = { description, unit }
  if (type === "counter") return meter.createObservableCounter(name, options)
  // Counts of things can be added up over processes; other values cannot.
  return unit.startsWith("{")
    ? meter.createObservableUpDownCounter(name, options)
    : meter.createObservableGauge(name, options)
}

import type { Metric } from "./metrics.ts"

interface DelayHistogram {
  readonly mean: number
  readonly max: number
  percentile(percent: number): number
  enable(): void
  disable(): void
  reset(): void
}
interface PerfHooks {
  monitorEventLoopDelay?(options: { readonly resolution: number }): DelayHistogram
}

/** The sampling interval of Node, in milliseconds. */
const resolution = 20
/** How long a reading is reused, in milliseconds, so that concurrent readers see the same values. */
const reuse = 1_000

const figures = {
  mean: (histogram: DelayHistogram) => histogram.mean,
  p50: (histogram: DelayHistogram) => histogram.percentile(50),
  p99: (histogram: DelayHistogram) => histogram.percentile(99),
  max: (histogram: DelayHistogram) => histogram.max,
}
type Figure = keyof typeof figures

/**
 * The delay of the event loop since the last reading. There are no such metrics if the runtime does not measure it. Call
 * `stop()` when they are not needed any more.
 *
 * @example
 * ```ts
 * import { inject } from "trivet"
 * import { AppMetrics, eventLoopMetrics } from "trivet/extend"
 *
 * export class LoopWatch {
 *   readonly #loop = eventLoopMetrics()
 *
 *   constructor() {
 *     inject(AppMetrics).add(...this.#loop.metrics)
 *   }
 *
 *   onStop() {
 *     this.#loop.stop()
 *   }
 * }
 * ```
 */
export function eventLoopMetrics(): { readonly metrics: readonly Metric[]; stop(): void } {
  const histogram = createHistogram()
  if (histogram === undefined) return { metrics: [], stop: () => undefined }
  histogram.enable()
  let readAt = 0
  let reading = readingOf(histogram)
  const read = (figure: Figure) => () => {
    const now = performance.now()
    if (now - readAt > reuse) {
      readAt = now
      reading = readingOf(histogram)
      histogram.reset()
    }
    return [{ value: reading[figure], attributes: {} }]
  }
  const metrics = (Object.keys(figures) as Figure[]).map((figure): Metric => {
    const what =
      figure === "mean" ? "Mean" : figure === "max" ? "Greatest" : `${figure.slice(1)}th percentile of the`
    return {
      name: `nodejs.eventloop.delay.${figure}`,
      description: `${what} delay of the event loop since the last reading.`,
      unit: "s",
      type: "gauge",
      read: read(figure),
    }
  })
  return { metrics, stop: () => histogram.disable() }
}

/** Not an import statement, because the package also runs where the module does not exist. */
function createHistogram(): DelayHistogram | undefined {
  const { process } = globalThis as { readonly process?: { getBuiltinModule?(name: string): unknown } }
  const hooks = process?.getBuiltinModule?.("node:perf_hooks") as PerfHooks | undefined
  try {
    return hooks?.monitorEventLoopDelay?.({ resolution })
  } catch {
    // Some runtimes have the function, but it throws because it is not implemented.
    return undefined
  }
}

/** In seconds. Node measures the time between two samples, so the interval itself is subtracted. */
function readingOf(histogram: DelayHistogram): Record<Figure, number> {
  const secondsOf = (nanoseconds: number) => Math.max(0, (nanoseconds || 0) / 1e9 - resolution / 1e3)
  const entries = Object.entries(figures).map(([figure, read]) => [figure, secondsOf(read(histogram))])
  return Object.fromEntries(entries) as Record<Figure, number>
}

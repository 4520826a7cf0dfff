import { context, type Histogram, type Meter } from "@opentelemetry/api"
import type { Context } from "trivet"
import type { Metric } from "trivet/extend"
import { findRpc } from "../traces/outer-span.ts"
import type { RouteFacts } from "../traces/route-facts.ts"

/** The bucket bounds of the semantic conventions, in seconds. */
const bounds: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

const described = {
  name: "http.server.request.duration",
  description: "Duration of HTTP requests, until the last byte was sent.",
  unit: "s",
}

/** The requests of one route with the same outcome. */
interface Series {
  readonly attributes: Readonly<Record<string, string>>
  /** The same for OpenTelemetry, where the status is a number. */
  readonly exported: Readonly<Record<string, string | number>>
  readonly counts: number[]
  sum: number
}

/**
 * Measures the duration of requests, by route and outcome. Of the request itself, only the method becomes an attribute.
 */
export class RequestDurations {
  readonly measure: Metric = {
    ...described,
    type: "histogram",
    bounds,
    read: () => [...this.#series.values()].flatMap((byOutcome) => [...byOutcome.values()]),
  }
  readonly #series = new Map<RouteFacts, Map<number, Series>>()
  readonly #exported: Histogram | undefined

  /** With a meter, durations are also exported by OpenTelemetry. */
  constructor(meter: Meter | undefined) {
    this.#exported = meter?.createHistogram(described.name, {
      description: described.description,
      unit: described.unit,
      advice: { explicitBucketBoundaries: [...bounds] },
    })
  }

  /** Starts the measurement of a request. */
  begin(ctx: Context, facts: RouteFacts): void {
    const began = performance.now()
    const { secure } = ctx
    const exported = this.#exported !== undefined && !isMeasuredElsewhere(facts) ? this.#exported : undefined
    ctx.onDone(({ status }) => {
      const seconds = (performance.now() - began) / 1_000
      const series = this.#seriesOf(facts, status, secure)
      series.sum += seconds
      let at = 0
      while (at < bounds.length && seconds > bounds[at]!) at++
      series.counts[at]!++
      exported?.record(seconds, series.exported)
    })
  }

  #seriesOf(facts: RouteFacts, status: number, secure: boolean): Series {
    let byOutcome = this.#series.get(facts)
    if (byOutcome === undefined) this.#series.set(facts, (byOutcome = new Map<number, Series>()))
    const outcome = secure ? status : -status
    const known = byOutcome.get(outcome)
    if (known !== undefined) return known
    const attributes = {
      "http.request.method": facts.method,
      "url.scheme": secure ? "https" : "http",
      ...(facts.pattern !== undefined && { "http.route": facts.pattern }),
      "http.response.status_code": String(status),
      ...(status >= 500 && { "error.type": String(status) }),
    }
    const made: Series = {
      attributes,
      exported: { ...attributes, "http.response.status_code": status },
      counts: Array.from({ length: bounds.length + 1 }, () => 0),
      sum: 0,
    }
    byOutcome.set(outcome, made)
    return made
  }
}

/**
 * Whether the standard `node:http` instrumentation exports the same metric for this request. If so, it gets the route.
 */
function isMeasuredElsewhere({ pattern }: RouteFacts): boolean {
  const rpc = findRpc(context.active())
  if (rpc === undefined) return false
  // The first call sets it: an in-process call inside of the request has the same context.
  if (pattern !== undefined) rpc.route ??= pattern
  return true
}

import { median, spread, table } from "../figures.ts"
import type { Measure } from "../result.ts"
import { figureOf, rounded } from "../save-result.ts"
import type { Samples } from "./measure.ts"

/** The share of a baseline's speed that a server keeps in each round: the baseline's CPU time for a request by its own. */
export function sharesOf(samples: Samples, name: string, baseline = "bare"): number[] {
  const bare = samples.get(baseline)!
  return samples.get(name)!.map(({ cpu }, round) => bare[round]!.cpu / cpu)
}

const optimized = "bare-optimized"

/**
 * One case as a table, the fastest first, with the shares of each baseline that was measured. Of servers that ran at once,
 * `together`, requests per second say nothing.
 */
export function tableOf(samples: Samples, together: boolean): string {
  const rows = [...samples]
    .map(([name, own]) => ({ name, own, shares: sharesOf(samples, name) }))
    .toSorted((one, other) => median(other.shares) - median(one.shares))
    .map(({ name, own, shares }) => [
      name,
      together ? "–" : median(own.map(({ perSecond }) => perSecond)).toFixed(0),
      median(own.map(({ cpu }) => cpu)).toFixed(2),
      ...sharesCells(shares),
      ...(samples.has(optimized) ? sharesCells(sharesOf(samples, name, optimized)) : []),
    ])
  const more = samples.has(optimized) ? [`share of ${optimized}`, "p25–p75"] : []
  const figures = table(["server", "req/s", "µs CPU per request", "share of bare", "p25–p75", ...more], rows)
  if (together) return figures
  const others = median([...samples.values()].flat().map((sample) => sample.others))
  return `${figures}\n\nOther processes took ${(others * 100).toFixed(0)} % of one core meanwhile (median).`
}

function sharesCells(shares: readonly number[]): readonly string[] {
  return [median(shares).toFixed(3), spread(shares)]
}

/** The same figures for a result file. */
export function measuresOf(samples: Samples, together: boolean): Measure[] {
  const shares = (baseline: string): Measure => ({
    unit: `share of ${baseline}`,
    digits: 3,
    interval: "p25–p75 of the rounds",
    series: [...samples.keys()].map((name) => figureOf(name, sharesOf(samples, name, baseline), 3)),
  })
  const medians = (unit: string, digits: number, measure: "cpu" | "perSecond"): Measure => ({
    unit,
    digits,
    series: [...samples].map(([name, own]) => ({
      name,
      middle: rounded(median(own.map((sample) => sample[measure])), digits),
    })),
  })
  return [
    ...(samples.has(optimized) ? [shares(optimized)] : []),
    shares("bare"),
    medians("µs CPU per request", 2, "cpu"),
    ...(together ? [] : [medians("requests per second", 0, "perSecond")]),
  ]
}

import { median, spread, table } from "../figures.ts"
import type { Samples } from "./measure.ts"

/** The share of bare's speed that a server keeps in each round: bare's CPU time for a request by its own. */
export function sharesOf(samples: Samples, name: string): number[] {
  const bare = samples.get("bare")!
  return samples.get(name)!.map(({ cpu }, round) => bare[round]!.cpu / cpu)
}

/** One case as a table, the fastest first. */
export function tableOf(samples: Samples): string {
  const rows = [...samples]
    .map(([name, own]) => ({ name, own, shares: sharesOf(samples, name) }))
    .toSorted((one, other) => median(other.shares) - median(one.shares))
    .map(({ name, own, shares }) => [
      name,
      median(own.map(({ perSecond }) => perSecond)).toFixed(0),
      median(own.map(({ cpu }) => cpu)).toFixed(2),
      median(shares).toFixed(3),
      spread(shares),
    ])
  const others = median([...samples.values()].flat().map((sample) => sample.others))
  const note = `Other processes took ${(others * 100).toFixed(0)} % of one core meanwhile (median).`
  return `${table(["server", "req/s", "µs CPU per request", "share of bare", "p25–p75"], rows)}\n\n${note}`
}

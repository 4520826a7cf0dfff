/** A ratio and the bounds between which it lies with 95 % certainty. */
export interface Interval {
  readonly middle: number
  readonly low: number
  readonly high: number
}

/**
 * The Hodges-Lehmann estimate of ratios, with the interval of Wilcoxon's signed-rank test: the median of the means of
 * all pairs. A neighbour on the machine can double a single ratio, and an average would follow it; this hardly does.
 * Ratios multiply, so their logarithms are averaged. It needs ten ratios or more.
 */
export function intervalOf(ratios: readonly number[]): Interval {
  const logs = ratios.map(Math.log)
  const means = logs
    .flatMap((one, at) => logs.slice(at).map((other) => (one + other) / 2))
    .toSorted((one, other) => one - other)
  const count = logs.length
  const spread = Math.sqrt((count * (count + 1) * (2 * count + 1)) / 24)
  const outside = Math.max(0, Math.floor(means.length / 2 - 1.96 * spread))
  const middle = (means[Math.floor((means.length - 1) / 2)]! + means[Math.floor(means.length / 2)]!) / 2
  const [low, high] = [means[outside]!, means[means.length - 1 - outside]!]
  return { middle: Math.exp(middle), low: Math.exp(low), high: Math.exp(high) }
}

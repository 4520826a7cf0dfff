/** A ratio and the bounds between which it lies with 95 % certainty. */
export interface Interval {
  readonly middle: number
  readonly low: number
  readonly high: number
}

// Student's t for 95 % and so many degrees of freedom; beyond the last it is near that of the normal distribution.
const students = [
  12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.2, 2.18, 2.16, 2.14, 2.13, 2.12, 2.11, 2.1,
  2.09, 2.09, 2.08, 2.07, 2.07, 2.06, 2.06, 2.06, 2.05, 2.05, 2.05, 2.04,
]

/** The geometric mean of ratios, with its interval. Ratios multiply, so their logarithms are averaged. */
export function intervalOf(ratios: readonly number[]): Interval {
  const logs = ratios.map(Math.log)
  const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length
  const variance = logs.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (logs.length - 1)
  const t = students[logs.length - 2] ?? 2
  const margin = t * Math.sqrt(variance / logs.length)
  return { middle: Math.exp(mean), low: Math.exp(mean - margin), high: Math.exp(mean + margin) }
}

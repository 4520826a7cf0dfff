/**
 * By how much a series has grown at its end: the median of its last third less that of the third before. The first third
 * is left out: caches fill, and code is compiled.
 */
export function growth(series: readonly number[]): number {
  const third = Math.floor(series.length / 3)
  return median(series.slice(-third)) - median(series.slice(-2 * third, -third))
}

/** The middle one. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0
}

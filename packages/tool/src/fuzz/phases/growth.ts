/** Whether nearly every measurement is higher than the one before, and all of them together by at least this much each. */
export function isGrowing(heaps: readonly number[], least: number): boolean {
  const steps = heaps.slice(1).map((bytes, at) => bytes - heaps[at]!)
  const falling = steps.filter((step) => step <= 0).length
  return steps.length >= 3 && falling <= (steps.length > 3 ? 1 : 0) && slopeOf(heaps) >= least
}

/** The growth from one measurement to the next: the median of the slopes between all pairs, which one odd value does not move. */
export function slopeOf(heaps: readonly number[]): number {
  const slopes = heaps.flatMap((later, at) =>
    heaps.slice(0, at).map((earlier, before) => (later - earlier) / (at - before)),
  )
  return slopes.toSorted((a, b) => a - b)[Math.floor(slopes.length / 2)] ?? 0
}

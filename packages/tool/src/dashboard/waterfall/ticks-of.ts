/** Round values for a scale from 0 to a length: three to seven of them. */
export function ticksOf(whole: number): readonly number[] {
  const power = 10 ** Math.floor(Math.log10(whole))
  const step = [0.2, 0.5, 1, 2].map((part) => part * power).find((one) => whole / one <= 6)!
  return Array.from({ length: Math.floor(whole / step) + 1 }, (_, at) => Number((at * step).toPrecision(6)))
}

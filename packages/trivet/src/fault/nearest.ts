/** The most similar name, if one is similar enough. */
export function findNearest(typed: string, names: readonly string[]): string | undefined {
  let best: string | undefined
  let least = Math.max(1, Math.floor(typed.length / 3)) + 1
  for (const name of names) {
    const far = distance(typed, name)
    if (far < least) [best, least] = [name, far]
  }
  return best
}

/** The edit distance: number of letters to add, remove, change or swap with a neighbour. */
function distance(from: string, to: string): number {
  let before: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const change = last[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1)
      row[j] = Math.min(row[j - 1]! + 1, last[j]! + 1, change)
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      if (swapped) row[j] = Math.min(row[j]!, before[j - 2]! + 1)
    }
    before = last
    last = row
  }
  return last[to.length]!
}

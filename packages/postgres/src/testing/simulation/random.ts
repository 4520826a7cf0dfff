/** Random numbers from 0 to below 1 that a seed determines: Mulberry32. Not for secrets. */
export type Random = () => number

/** Creates the random numbers of a seed. */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One entry of a list that is not empty. */
export function pick<Entry>(random: Random, list: readonly Entry[]): Entry {
  return list[Math.floor(random() * list.length)]!
}

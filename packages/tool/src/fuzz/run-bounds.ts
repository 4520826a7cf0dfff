/** The longest run, in seconds. */
export const longestRun = 120

/** A random seed. */
export function randomSeed(): number {
  return Math.floor(Math.random() * 2 ** 31)
}

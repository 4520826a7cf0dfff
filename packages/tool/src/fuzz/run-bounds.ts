/** The longest run, in seconds. */
export const longestRun = 120

/** A seed for a run that is not repeated. */
export function randomSeed(): number {
  return Math.floor(Math.random() * 2 ** 31)
}

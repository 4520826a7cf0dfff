import type { Limiter, Reservation } from "./limiter.ts"

/**
 * Takes a point of each limiter, or of none: if one has no point left, the points taken before are given back and its
 * `TooManyRequests` is thrown. `release()` gives all points back.
 */
export async function reserveAll(
  ...wanted: readonly (readonly [limiter: Limiter, key: string])[]
): Promise<Pick<Reservation, "release">> {
  const taken: Reservation[] = []
  const release = async (): Promise<void> => {
    await Promise.all(taken.map((one) => one.release()))
  }
  for (const [limiter, key] of wanted) {
    try {
      taken.push(await limiter.reserve(key))
    } catch (refusal) {
      await release()
      throw refusal
    }
  }
  return { release }
}

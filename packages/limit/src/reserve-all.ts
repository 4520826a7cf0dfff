import type { Limiter, Reservation } from "./limiter.ts"

/**
 * Takes a point of each limiter, or of none: where one refuses, those taken before are given back and its refusal is
 * raised. Release what it gives when the work went well, so that only failures count.
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

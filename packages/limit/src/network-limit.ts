import { networkOf } from "./keys.ts"
import type { Limiter, LimitRule, Reservation } from "./limiter.ts"
import { reserveAll } from "./reserve-all.ts"

/** A site of IPv6 (48 bits) has 65,536 networks (64 bits): all of them together may do ten times what one may. */
const siteFactor = 10

/** Limits what comes from one network, and from the site that an IPv6 network belongs to. */
export class NetworkLimit {
  readonly #network: Limiter
  readonly #site: Limiter

  /** @internal */
  constructor(limiterFor: (rule: LimitRule) => Limiter, rule: LimitRule) {
    const { name, points } = rule
    this.#network = limiterFor(rule)
    this.#site = limiterFor({ ...rule, name: `${name}-site`, points: points * siteFactor })
  }

  /** Takes a point of each. Raises `TooManyRequests` when one of them has none left. */
  reserve(address: string): Promise<Pick<Reservation, "release">> {
    const [network, site] = [networkOf(address), networkOf(address, 48)]
    if (site === network) return reserveAll([this.#network, network])
    return reserveAll([this.#site, site], [this.#network, network])
  }

  /**
   * Runs work after a point was taken for it. The point counts whatever comes of it, also if the client leaves; only a
   * client that was rejected with 503 gets it back.
   */
  async attempt<T>(address: string, work: () => Promise<T>): Promise<T> {
    const point = await this.reserve(address)
    try {
      return await work()
    } catch (error) {
      if (error instanceof Error && (error as { readonly status?: unknown }).status === 503)
        await point.release()
      throw error
    }
  }
}

import { networkOf } from "./keys.ts"
import type { Limiter, LimitRule, Reservation } from "./limiter.ts"
import { reserveAll } from "./reserve-all.ts"

/**
 * An IPv6 site (48 bits) has 65,536 networks (64 bits): together they may make ten times as many calls as one network.
 */
const siteFactor = 10

/**
 * Limits calls by network: an IPv4 address, or the first 64 bits of an IPv6 address. All networks of one IPv6 site (48
 * bits) together may make ten times as many. Make it with `inject(Limits).network(rule)`.
 */
export class NetworkLimit {
  readonly #network: Limiter
  readonly #site: Limiter

  /** @internal */
  constructor(limiterFor: (rule: LimitRule) => Limiter, rule: LimitRule) {
    const { name, max } = rule
    this.#network = limiterFor(rule)
    this.#site = limiterFor({ ...rule, name: `${name}-site`, max: max * siteFactor })
  }

  /** Takes a point of the network and of its site. Throws `TooManyRequests`, a 429, if one of them has none left. */
  reserve(address: string): Promise<Pick<Reservation, "release">> {
    const [network, site] = [networkOf(address), networkOf(address, 48)]
    if (site === network) return reserveAll([this.#network, network])
    return reserveAll([this.#site, site], [this.#network, network])
  }

  /**
   * Takes a point, then runs `work` and returns its result. The point counts also if `work` fails. It is given back only if
   * `work` throws an error with status 503.
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

import { accountKey } from "./account-key.ts"
import { networkOf } from "./keys.ts"
import type { KnownNetworks } from "./known-networks.ts"
import type { Limiter, LimitRule } from "./limiter.ts"
import { NetworkLimit } from "./network-limit.ts"

/** How many logins may fail. */
export interface LoginRule {
  /** For one account, before it waits: 10 unless given. */
  readonly account?: number | undefined
  /** From one network, in `seconds`: 100 unless given. */
  readonly address?: number | undefined
  /** The longest that an account waits, and the time in which a network's failures count: 900 unless given. */
  readonly seconds?: number | undefined
}

/** Who tries to log in, and from where. */
export interface LoginAttempt {
  /** What the account is found by, such as its e-mail address, as it was sent. */
  readonly account: string
  /** The client's address. */
  readonly address: string
}

const firstWait = 60

/**
 * Limits failed logins. An account waits for a minute after its tries are used up, then for two, up to `seconds`. A network
 * from which its owner logged in within 30 days has tries of its own: a stranger elsewhere cannot lock the owner out.
 */
export class LoginLimits {
  readonly #known: KnownNetworks
  readonly #strangers: Limiter
  readonly #owners: Limiter
  readonly #network: NetworkLimit

  /** @internal */
  constructor(limiterFor: (rule: LimitRule) => Limiter, known: KnownNetworks, rule: LoginRule) {
    const { account = 10, address = 100, seconds = 900 } = rule
    const growing = { points: account, seconds: Math.min(firstWait, seconds), maxSeconds: seconds }
    this.#known = known
    this.#strangers = limiterFor({ name: "login-account", ...growing })
    this.#owners = limiterFor({ name: "login-known", ...growing })
    this.#network = new NetworkLimit(limiterFor, { name: "login-address", points: address, seconds })
  }

  /**
   * Runs the check of a password after a point was taken for it, and returns what the check returns: `undefined` is a
   * failure, which counts. A success gives the point back, and so does an error: then no password was checked. Raises
   * `TooManyRequests` when no point is left, alike for accounts that exist and for others.
   */
  async attempt<T>(who: LoginAttempt, check: () => Promise<T | undefined>): Promise<T | undefined> {
    if (!this.#strangers.isOn) return check()
    const [account, network] = [accountKey(who.account), networkOf(who.address)]
    const [isKnown, point] = await Promise.all([
      this.#known.has(account, network),
      this.#network.reserve(who.address),
    ])
    const points = [point]
    let isFailed = false
    try {
      points.push(
        await (isKnown
          ? this.#owners.reserve(JSON.stringify([account, network]))
          : this.#strangers.reserve(account)),
      )
      const found = await check()
      isFailed = found === undefined
      if (!isFailed && !isKnown) await this.#known.add(account, network)
      return found
    } finally {
      if (!isFailed) await Promise.all(points.map((taken) => taken.release()))
    }
  }
}

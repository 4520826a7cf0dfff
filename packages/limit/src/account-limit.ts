import { accountKey } from "./account-key.ts"
import { networkOf } from "./keys.ts"
import type { Limiter, LimitRule } from "./limiter.ts"
import type { LoginAttempt } from "./login-limits.ts"
import { NetworkLimit } from "./network-limit.ts"
import { reserveAll } from "./reserve-all.ts"

/**
 * All networks together have ten times as many calls for one account, and one network ten times as many for all
 * accounts.
 */
const totalFactor = 10

/**
 * Limits requests that name an account and need no password, such as those for a password reset mail. Each network has
 * its own tries for each account, so that an attacker cannot use up the owner's. Every request counts. Make it with
 * `inject(Limits).account(rule)`.
 */
export class AccountLimit {
  readonly #both: Limiter
  readonly #account: Limiter
  readonly #network: NetworkLimit

  /** @internal */
  constructor(limiterFor: (rule: LimitRule) => Limiter, rule: LimitRule) {
    const total = { ...rule, max: rule.max * totalFactor }
    this.#both = limiterFor(rule)
    this.#account = limiterFor({ ...total, name: `${rule.name}-account` })
    this.#network = new NetworkLimit(limiterFor, { ...total, name: `${rule.name}-network` })
  }

  /**
   * Takes a point of the account, of the network, and of both together. Throws `TooManyRequests`, a 429, if one of them has
   * none left, also for accounts that do not exist.
   */
  async reserve(who: LoginAttempt): Promise<void> {
    const [account, network] = [accountKey(who.account), networkOf(who.address)]
    const points = await reserveAll(
      [this.#both, JSON.stringify([account, network])],
      [this.#account, account],
    )
    try {
      await this.#network.reserve(who.address)
    } catch (refusal) {
      await points.release()
      throw refusal
    }
  }
}

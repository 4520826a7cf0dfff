import { accountKey } from "./account-key.ts"
import { networkOf } from "./keys.ts"
import type { KnownNetworks } from "./known-networks.ts"
import type { Limiter, LimitRule } from "./limiter.ts"
import { NetworkLimit } from "./network-limit.ts"

/** The limits of failed logins. */
export interface LoginRule {
  /** Failures for one account before it is locked. Default: 10. */
  readonly account?: number | undefined
  /** Failures from one network within `seconds`. Default: 100. */
  readonly address?: number | undefined
  /** Seconds of the longest lock of an account, and of the window of a network. Default: 900. */
  readonly seconds?: number | undefined
}

/** An attempt to log in. */
export interface LoginAttempt {
  /** The name of the account as the client sent it, such as the e-mail address. */
  readonly account: string
  /** The client's address: `ctx.address`. */
  readonly address: string
}

const firstWait = 60

/**
 * Limits failed logins, for each account and each network. An account is locked for one minute, then for two, up to
 * `seconds`. A network with a successful login to the account within the last 30 days has tries of its own, so that others
 * cannot lock the owner out. Make it with `inject(Limits).logins()`.
 */
export class LoginLimits {
  readonly #known: KnownNetworks
  readonly #strangers: Limiter
  readonly #owners: Limiter
  readonly #network: NetworkLimit

  /** @internal */
  constructor(limiterFor: (rule: LimitRule) => Limiter, known: KnownNetworks, rule: LoginRule) {
    const { account = 10, address = 100, seconds = 900 } = rule
    const growing = { max: account, seconds: Math.min(firstWait, seconds), maxSeconds: seconds }
    this.#known = known
    this.#strangers = limiterFor({ name: "login-account", ...growing })
    this.#owners = limiterFor({ name: "login-known", ...growing })
    this.#network = new NetworkLimit(limiterFor, { name: "login-address", max: address, seconds })
  }

  /**
   * Runs `check`, which verifies the password, and returns its result. `undefined` is a failed login and counts. A success
   * or a thrown error does not count. Throws `TooManyRequests`, a 429, without running `check` if no try is left, also for
   * accounts that do not exist.
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
      // Also for a known network: its 30 days begin again.
      if (!isFailed) await this.#known.add(account, network)
      return found
    } finally {
      if (!isFailed) await Promise.all(points.map((taken) => taken.release()))
    }
  }
}

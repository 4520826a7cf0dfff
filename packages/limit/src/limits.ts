import { inject, module, type Module, provide } from "trivet"
import { AppLog, checkOptions, type LazyList } from "trivet/extend"
import { AccountLimit } from "./account-limit.ts"
import { fault } from "./faults.ts"
import { Limiter, type LimitRule } from "./limiter.ts"
import { KnownNetworks } from "./known-networks.ts"
import { LoginLimits, type LoginRule } from "./login-limits.ts"
import { MemoryCounter } from "./memory-counter.ts"
import { NetworkLimit } from "./network-limit.ts"
import { RedisCounter, type RedisCommands } from "./redis-counter.ts"
import "./version.ts"

/** Set on `globalThis` by `trivet fuzz` before the program starts: limits would reject most of its calls. */
const fuzzKey = Symbol.for("trivet.fuzz")

/** Options of `limits()`. Functions may call `inject()`. */
export interface LimitsOptions {
  /** A text before every key in Redis, different for each application on the server. */
  readonly prefix: string | (() => string)
  /** Returns the connection to Redis: `() => inject(OptionalRedis)`. Default: none, each process counts for itself. */
  readonly redis?: () => RedisCommands | undefined
  /** Turns every limit off, for tests. Default: false. In a program that `trivet fuzz` runs they are always off. */
  readonly disabled?: boolean | (() => boolean)
  /** Modules that export what the functions inject. Default: none. */
  readonly imports?: LazyList<Module>
}

/** Makes limiters; inject it with `inject(Limits)`. Limiters with the same name count together. */
export class Limits {
  readonly #prefix: string
  readonly #redis: RedisCommands | undefined
  readonly #off: boolean
  // Shared by all `logins()`, which count together.
  readonly #known: KnownNetworks
  readonly #made = new Map<string, Limiter>()

  constructor(prefix: string, redis: RedisCommands | undefined, off: boolean) {
    this.#prefix = prefix
    this.#redis = redis
    this.#off = off
    this.#known = new KnownNetworks(prefix, redis)
  }

  /** The name under which `serve()` logs that the counts are lost when the process ends; `undefined` with Redis. */
  get inMemory(): string | undefined {
    return this.#redis === undefined && !this.#off ? "rate limits" : undefined
  }

  /** Returns the limiter of a rule. Throws a fault if another limiter of this name has another rule. */
  limiter(rule: LimitRule): Limiter {
    const { name, max, seconds, maxSeconds } = rule
    const known = this.#made.get(name)
    if (known !== undefined) {
      if (isSameRule(known.rule, rule)) return known
      throw fault("LIMIT_NAME_TAKEN", { name })
    }
    if (!/^[\w.-]+$/.test(name)) throw fault("LIMIT_NAME_INVALID", { name: JSON.stringify(name) })
    checkNumber(name, "max", max, 1)
    checkNumber(name, "seconds", seconds, 1)
    if (maxSeconds !== undefined) checkNumber(name, "maxSeconds", maxSeconds, seconds)
    const limiter = new Limiter(rule, this.#off ? undefined : this.#countersFor(rule))
    this.#made.set(name, limiter)
    return limiter
  }

  /** Limits by network: `inject(Limits).network({ name: "registration", max: 30, seconds: 3600 })`. */
  network(rule: LimitRule): NetworkLimit {
    return new NetworkLimit((one) => this.limiter(one), rule)
  }

  /** Limits failed logins, for each account and for each network. */
  logins(rule: LoginRule = {}): LoginLimits {
    return new LoginLimits((one) => this.limiter(one), this.#known, rule)
  }

  /**
   * Limits requests that name an account, such as those for a reset mail, for each account and network:
   * `inject(Limits).account({ name: "reset", max: 3, seconds: 60, maxSeconds: 3600 })`.
   */
  account(rule: LimitRule): AccountLimit {
    return new AccountLimit((one) => this.limiter(one), rule)
  }

  #countersFor({ name, max, seconds, maxSeconds }: LimitRule) {
    const rule = { points: max, window: seconds * 1000, maxWindow: maxSeconds && maxSeconds * 1000 }
    return {
      shared: this.#redis && new RedisCounter(this.#redis, `${this.#prefix}:limit:${name}`, rule),
      own: new MemoryCounter(rule),
    }
  }
}

function checkNumber(name: string, option: string, value: number, least: number): void {
  if (Number.isSafeInteger(value) && value >= least) return
  throw fault("LIMIT_RULE_INVALID", { name, option, value, least })
}

function isSameRule(one: LimitRule, other: LimitRule): boolean {
  return one.max === other.max && one.seconds === other.seconds && one.maxSeconds === other.maxSeconds
}

/** Makes the module that exports `Limits`. Import it in every module that uses `limit()` or injects `Limits`. */
export function limits(options: LimitsOptions): Module {
  checkOptions(options, { prefix: true, redis: true, disabled: true, imports: true }, "limits()")
  const { prefix, redis, disabled = false, imports = [] } = options
  return module({
    name: "limits",
    imports,
    exports: [Limits],
    declarations: [
      provide(Limits, () => {
        const isOff = fuzzKey in globalThis || (typeof disabled === "function" ? disabled() : disabled)
        if (isOff) inject(AppLog).warn("Rate limits are off")
        return new Limits(typeof prefix === "function" ? prefix() : prefix, redis?.(), isOff)
      }),
    ],
  })
}

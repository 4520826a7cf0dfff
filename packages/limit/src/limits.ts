import { checkOptions, inject, type LazyList, Log, module, type Module, provide } from "trivet"
import { fault } from "./faults.ts"
import { Limiter, type LimitRule } from "./limiter.ts"
import { KnownNetworks } from "./known-networks.ts"
import { LoginLimits, type LoginRule } from "./login-limits.ts"
import { MemoryCounter } from "./memory-counter.ts"
import { NetworkLimit } from "./network-limit.ts"
import { RedisCounter, type RedisCommands } from "./redis-counter.ts"

/** How limits are counted in one application. */
export interface LimitsOptions {
  /** Stands before every key in Redis, so that applications can share a server; a function may call `inject()`. */
  readonly prefix: string | (() => string)
  /** Gives the connection to Redis, and may call `inject()`. Without one every process counts for itself. */
  readonly redis?: () => RedisCommands | undefined
  /** Turns every limit off; a function may call `inject()`. */
  readonly off?: boolean | (() => boolean)
  /** Modules that export what those functions ask for. */
  readonly imports?: LazyList<Module>
}

/** Makes limiters. Two of one name count together, so they must have one rule. */
export class Limits {
  readonly #prefix: string
  readonly #redis: RedisCommands | undefined
  readonly #off: boolean
  readonly #made = new Map<string, Limiter>()

  constructor(prefix: string, redis: RedisCommands | undefined, off: boolean) {
    this.#prefix = prefix
    this.#redis = redis
    this.#off = off
  }

  /** For the line that `serve()` logs about what is lost when the process ends. */
  get inMemory(): string | undefined {
    return this.#redis === undefined && !this.#off ? "rate limits" : undefined
  }

  /** The limiter of a rule. */
  limiter(rule: LimitRule): Limiter {
    const { name, points, seconds, maxSeconds } = rule
    const known = this.#made.get(name)
    if (known !== undefined) {
      if (isSame(known.rule, rule)) return known
      throw fault("LIMIT_NAME_TAKEN", { name })
    }
    if (!/^[\w.-]+$/.test(name)) throw fault("LIMIT_NAME_INVALID", { name: JSON.stringify(name) })
    checkNumber(name, "points", points, 1)
    checkNumber(name, "seconds", seconds, 1)
    if (maxSeconds !== undefined) checkNumber(name, "maxSeconds", maxSeconds, seconds)
    const limiter = new Limiter(rule, this.#off ? undefined : this.#countersFor(rule))
    this.#made.set(name, limiter)
    return limiter
  }

  /** Limits what comes from one network: `inject(Limits).network({ name: "registration", points: 30, seconds: 3600 })`. */
  network(rule: LimitRule): NetworkLimit {
    return new NetworkLimit((one) => this.limiter(one), rule)
  }

  /** Limits failed logins, for each account and for each network. */
  logins(rule: LoginRule = {}): LoginLimits {
    const known = new KnownNetworks(this.#prefix, this.#redis)
    return new LoginLimits((one) => this.limiter(one), known, rule)
  }

  #countersFor({ name, points, seconds, maxSeconds }: LimitRule) {
    const rule = { points, window: seconds * 1000, maxWindow: maxSeconds && maxSeconds * 1000 }
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

function isSame(one: LimitRule, other: LimitRule): boolean {
  return one.points === other.points && one.seconds === other.seconds && one.maxSeconds === other.maxSeconds
}

/** The module that gives `Limits` to those who import it. */
export function limits(options: LimitsOptions): Module {
  checkOptions(options, { prefix: true, redis: true, off: true, imports: true }, "limits()")
  const { prefix, redis, off = false, imports = [] } = options
  return module({
    name: "limits",
    imports,
    exports: [Limits],
    declarations: [
      provide(Limits, () => {
        const isOff = typeof off === "function" ? off() : off
        if (isOff) inject(Log).warn("Rate limits are off")
        return new Limits(typeof prefix === "function" ? prefix() : prefix, redis?.(), isOff)
      }),
    ],
  })
}

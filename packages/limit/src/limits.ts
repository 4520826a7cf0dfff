import { inject, type LazyList, Log, module, type Module, provide } from "trivet"
import { Limiter, type LimitRule } from "./limiter.ts"
import { MemoryCounter } from "./memory-counter.ts"
import { createRedisCounter, type RedisCommands } from "./redis-counter.ts"

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

  /** The limiter of a rule. */
  limiter(rule: LimitRule): Limiter {
    const { name, points, seconds } = rule
    const known = this.#made.get(name)
    if (known !== undefined) {
      if (known.rule.points === points && known.rule.seconds === seconds) return known
      throw new TypeError(`Two limits are named "${name}" and have different rules`)
    }
    if (!/^[\w.-]+$/.test(name))
      throw new TypeError(`The name of a limit must be of letters, digits, "-", "_" and ".", not "${name}"`)
    for (const value of [points, seconds])
      if (!Number.isSafeInteger(value) || value < 1)
        throw new RangeError(`The limit "${name}" needs whole numbers above 0, not ${value}`)
    const limiter = new Limiter(rule, this.#off ? undefined : this.#countersFor(rule))
    this.#made.set(name, limiter)
    return limiter
  }

  #countersFor({ name, points, seconds }: LimitRule) {
    const options = { keyPrefix: `${this.#prefix}:limit:${name}`, points, duration: seconds }
    return {
      shared: this.#redis && createRedisCounter(this.#redis, options),
      own: new MemoryCounter(options),
    }
  }
}

/** The module that gives `Limits` to those who import it. */
export function limits({ prefix, redis, off = false, imports = [] }: LimitsOptions): Module {
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

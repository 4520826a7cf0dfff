import {
  Cache,
  Clock,
  Describe,
  inject,
  KeyValue,
  MemoryCache,
  MemoryKeyValue,
  MemoryTopics,
  type Module,
  module,
  type NamedToken,
  provide,
  type Provider,
  token,
  Topics,
} from "trivet"
import {
  checkOptions,
  type OptionNames,
  Production,
  type TopicsOptions,
  AppLog,
  AppOperations,
  logOperations,
  type OperationLogOptions,
} from "trivet/extend"
import { fault } from "./faults.ts"
import { RedisCache } from "./redis-cache.ts"
import { RedisConnection } from "./connection/redis-connection.ts"
import { RedisKeyValue } from "./redis-key-value.ts"
import type { RedisConnectionOptions } from "./connection/redis-settings.ts"
import { RedisTopics } from "./topics/redis-topics.ts"
import "./version.ts"

/** On an instance: what `trivet dev` shows of it. */
const redisKey: unique symbol = Symbol.for("trivet.redis")
/** On the fields of a log line: `trivet dev` shows the same. */
const shownKey: unique symbol = Symbol.for("trivet.shown")

/** Options of `redis()`. */
export interface RedisOptions extends Omit<RedisConnectionOptions, "url" | "lazy"> {
  /**
   * A text before every key: letters, digits, `-`, `_` and `.`. It must differ for each application on the server, or they
   * read each other's sessions.
   */
  readonly prefix: string
  /**
   * The address, as in `RedisConnectionOptions`, or a function that returns it and may call `inject()`. Default: the
   * variable `REDIS_URL`. Without an address the stores are in memory; in production that is a fault if `KeyValue` is
   * provided.
   */
  readonly url?: string | (() => string | undefined) | undefined
  /**
   * What the module provides: `KeyValue`, `Cache` and `Topics`. Default: `[KeyValue, Cache]`. With `[Cache]` alone,
   * Redis is `optional`.
   */
  readonly provides?: readonly (typeof KeyValue | typeof Cache | typeof Topics)[]
  /** How much of `Topics` is kept, if the module provides it. */
  readonly topics?: TopicsOptions
  /** Modules that export what the function `url` injects. Default: none. */
  readonly imports?: readonly Module[]
  /**
   * Logs commands with the request id, route and user of their call: `{ slowerThan: 50 }` those that took 50 ms or more,
   * `{}` all. Lines contain the name of the command alone, unless `values` is true. Default: none.
   */
  readonly logCommands?: OperationLogOptions
}

/**
 * The token of the connection, or of `undefined` if no address of Redis is set. For code that also works without Redis,
 * such as limits, which each process then counts for itself.
 */
export const OptionalRedis: NamedToken<RedisConnection | undefined> = token<RedisConnection | undefined>(
  "OptionalRedis",
)

const optionNames: OptionNames<RedisOptions> = {
  prefix: true,
  url: true,
  provides: true,
  topics: true,
  imports: true,
  connectTimeout: true,
  timeout: true,
  startWait: true,
  optional: true,
  logCommands: true,
}

/**
 * Makes the module of Redis, which exports `KeyValue`, `Cache`, `RedisConnection` and `OptionalRedis`:
 * `redis({ prefix: "blog" })`. On the CLI platform it connects at the first command that is sent.
 */
export function redis(options: RedisOptions): Module {
  checkOptions(options, optionNames, "redis()")
  const { prefix, provides = [KeyValue, Cache], imports = [] } = options
  const url = token<string | undefined>("the URL of Redis")
  const stores: Provider[] = []
  if (provides.includes(KeyValue)) stores.push(provide(KeyValue, () => createKeyValue(prefix, inject(url))))
  if (provides.includes(Cache)) stores.push(provide(Cache, () => createCache(prefix, inject(url))))
  if (provides.includes(Topics)) stores.push(provide(Topics, () => createTopics(options, inject(url))))
  return module({
    name: "redis",
    imports,
    exports: [RedisConnection, OptionalRedis, ...provides],
    declarations: [
      provide(url, () => urlOf(options)),
      provide(RedisConnection, () => createConnection(options, inject(url))),
      provide(OptionalRedis, () => (inject(url) === undefined ? undefined : inject(RedisConnection))),
      provideWarning(url),
      ...stores,
    ],
  })
}

function createConnection(options: RedisOptions, url: string | undefined): RedisConnection {
  const { prefix, provides = [KeyValue, Cache] } = options
  if (!/^[\w.-]+$/.test(prefix)) throw fault("REDIS_PREFIX_INVALID", { prefix: JSON.stringify(prefix) })
  const describe = inject(Describe)
  const settings = { optional: !needsRedis(provides), ...options }
  // For memory stores nothing uses the connection. Application code that sends its own commands gets the default
  // address.
  const place =
    url === undefined ? { url: usual, lazy: true } : { url, lazy: () => describe().platform === "cli" }
  if (options.logCommands !== undefined) logOperations("redis", "Redis command", options.logCommands)
  return new RedisConnection({ ...settings, ...place }, inject(AppLog), inject(AppOperations))
}

const usual = "redis://127.0.0.1:6379"

function createKeyValue(prefix: string, url: string | undefined): KeyValue {
  return url === undefined
    ? new MemoryKeyValue(inject(Clock))
    : new RedisKeyValue(inject(RedisConnection), prefix)
}

function createTopics({ prefix, topics = {} }: RedisOptions, url: string | undefined): Topics {
  return url === undefined
    ? new MemoryTopics({ ...topics, clock: inject(Clock) })
    : new RedisTopics(inject(RedisConnection), prefix, topics)
}

/** A cache may be missing. State that processes share may not. */
function needsRedis(provides: NonNullable<RedisOptions["provides"]>): boolean {
  return provides.includes(KeyValue) || provides.includes(Topics)
}

function createCache(prefix: string, url: string | undefined): Cache {
  const clock = inject(Clock)
  return url === undefined
    ? new MemoryCache({ clock })
    : new RedisCache(inject(RedisConnection), prefix, { clock, log: inject(AppLog) })
}

/**
 * Logged at start, not in the constructor: tools that inspect the application construct it too. Commands do not log it:
 * they end too soon for lost data to matter.
 */
function provideWarning(url: NamedToken<string | undefined>): Provider {
  return provide(token<object>("warning of Redis"), () => {
    const log = inject(AppLog)
    const describe = inject(Describe)
    const isMissing = inject(url) === undefined
    return {
      [redisKey]: isMissing ? "memory in place of Redis" : "Redis",
      onStart: () => {
        if (isMissing && describe().platform !== "cli")
          log.warn(
            { [shownKey]: true },
            "REDIS_URL is not set: data is kept in memory and lost when this process stops",
          )
      },
    }
  })
}

function urlOf({ url, provides = [KeyValue, Cache] }: RedisOptions): string | undefined {
  // If `url` is a function, `REDIS_URL` is ignored.
  const given = (typeof url === "function" ? url() : (url ?? process.env["REDIS_URL"])) ?? ""
  if (given !== "") return given
  if (!inject(Production) || !needsRedis(provides)) return undefined
  throw fault("REDIS_URL_MISSING", {})
}

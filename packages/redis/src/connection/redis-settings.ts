import { fault } from "../faults.ts"

/** Options of a `RedisConnection`. */
export interface RedisConnectionOptions {
  /**
   * The address: `redis://user:password@host:port/database`, or `rediss://` for TLS. For a cluster, one or more of its
   * nodes: `redis-cluster://user:password@host:port,host:port`, or `rediss-cluster://` for TLS.
   */
  readonly url: string
  /** Milliseconds that connecting may take. Default: 2,000. */
  readonly connectTimeout?: number
  /** Milliseconds that a reply may take before the connection is closed. Default: 1,000. */
  readonly timeout?: number
  /** Milliseconds for which `onStart()` tries to reach the server. Default: 5,000. */
  readonly startWait?: number
  /** Whether the application starts, and is healthy, while Redis is unavailable. Default: false. */
  readonly optional?: boolean
  /** Whether to connect at the first command instead of at start. Default: false. */
  readonly lazy?: boolean | (() => boolean)
}

/** The options with every default filled in. */
export interface RedisSettings {
  /** The address of the server, or of the nodes that are asked for the map of a cluster. */
  readonly urls: readonly [string, ...string[]]
  readonly cluster: boolean
  readonly connectTimeout: number
  readonly timeout: number
  readonly startWait: number
}

// User and password end at the last "@", as in every URL. A cluster has no numbered databases.
const clusterUrl = /^(rediss?)-cluster:\/\/((?:[^/?#]*@)?)([^/?#@,]+(?:,[^/?#@,]+)*)\/?$/

/** Fills in the defaults. Throws a fault if an option is invalid. */
export function redisSettingsOf(options: RedisConnectionOptions): RedisSettings {
  const [, scheme, user, hosts] = clusterUrl.exec(options.url) ?? []
  const [first = "", ...others] = hosts?.split(",").map((host) => `${scheme}://${user}${host}`) ?? [
    options.url,
  ]
  const urls = [first, ...others] as const
  if (!urls.every((url) => /^rediss?:\/\//.test(url) && URL.canParse(url)))
    throw fault("REDIS_URL_INVALID", {})
  return {
    urls,
    cluster: hosts !== undefined,
    connectTimeout: positive("connectTimeout", options.connectTimeout ?? 2_000),
    timeout: positive("timeout", options.timeout ?? 1_000),
    startWait: positive("startWait", options.startWait ?? 5_000),
  }
}

/** The host and port of a URL, without the password. */
export function placeOf(url: string): string {
  const { hostname, port } = new URL(url)
  return `${hostname}:${port === "" ? "6379" : port}`
}

function positive(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value
  throw fault("REDIS_OPTION_INVALID", { option: name, value })
}

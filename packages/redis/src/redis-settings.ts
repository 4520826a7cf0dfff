import { fault } from "./faults.ts"

/** How Redis is reached. Times are in milliseconds. */
export interface RedisConnectionOptions {
  /**
   * `redis://user:password@host:port/database`; `rediss://` for TLS. Of a cluster, some nodes that tell of the others:
   * `redis-cluster://user:password@host:port,host:port`; `rediss-cluster://` for TLS.
   */
  readonly url: string
  /** How long a connection may take to become ready: 2,000 unless given. */
  readonly connectTimeout?: number
  /** How long a reply may take; then the connection counts as dead: 1,000 unless given. */
  readonly timeout?: number
  /** How long `onStart()` tries to reach a server that is not there yet: 5,000 unless given. */
  readonly startWait?: number
  /** Whether the application can do without it: then it starts, and counts as healthy, while Redis is unavailable. */
  readonly optional?: boolean
  /** Connects when the first command comes instead of at the start. */
  readonly lazy?: boolean | (() => boolean)
}

/** The options with every default filled in. */
export interface RedisSettings {
  /** Of the one server, or of those that tell of a cluster's nodes. */
  readonly urls: readonly [string, ...string[]]
  readonly cluster: boolean
  readonly connectTimeout: number
  readonly timeout: number
  readonly startWait: number
}

// User and password end at the last "@", as in every URL; a cluster has no databases.
const clusterUrl = /^(rediss?)-cluster:\/\/((?:[^/?#]*@)?)([^/?#@,]+(?:,[^/?#@,]+)*)\/?$/

/** Fills in the defaults; raises an error for what cannot work. */
export function settingsOf(options: RedisConnectionOptions): RedisSettings {
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

/** Where a URL leads, without the password that it may hold. */
export function placeOf(url: string): string {
  const { hostname, port } = new URL(url)
  return `${hostname}:${port === "" ? "6379" : port}`
}

function positive(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value
  throw fault("REDIS_OPTION_INVALID", { option: name, value })
}

import { fault } from "../faults.ts"

/** Options of a `RedisConnection`. */
export interface RedisConnectionOptions {
  /**
   * The address: `redis://user:password@host:port/database`, or `rediss://` for TLS. For a cluster, one or more of its
   * nodes: `redis-cluster://user:password@host:port,host:port`, or `rediss-cluster://` for TLS. For the master that
   * Sentinels name: `redis-sentinel://user:password@sentinel:port,sentinel:port/name`, and the number of a database behind
   * the name if it is not 0; user, password and TLS (`rediss-sentinel://`) are those of the master.
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
  /** The address of the server, of the nodes that are asked for the map of a cluster, or of the Sentinels. */
  readonly urls: readonly [string, ...string[]]
  readonly cluster: boolean
  /** The master that Sentinels name. */
  readonly master: Master | undefined
  readonly connectTimeout: number
  readonly timeout: number
  readonly startWait: number
}

/** A master, as Sentinels know it. */
export interface Master {
  readonly name: string
  /** Its URL, if this is its host and port. */
  urlAt(address: string): string
}

// User and password end at the last "@", as in every URL. A cluster has no numbered databases.
const clusterUrl = /^(rediss?)-cluster:\/\/((?:[^/?#]*@)?)([^/?#@,]+(?:,[^/?#@,]+)*)\/?$/

const sentinelUrl =
  /^(rediss?)-sentinel:\/\/((?:[^/?#]*@)?)([^/?#@,]+(?:,[^/?#@,]+)*)\/([\w.-]+)((?:\/\d+)?)$/

/** Fills in the defaults. Throws a fault if an option is invalid. */
export function redisSettingsOf(options: RedisConnectionOptions): RedisSettings {
  const { urls, cluster, master } = targetOf(options.url)
  if (!urls.every((url) => /^rediss?:\/\//.test(url) && URL.canParse(url)))
    throw fault("REDIS_URL_INVALID", {})
  return {
    urls,
    cluster,
    master,
    connectTimeout: positive("connectTimeout", options.connectTimeout ?? 2_000),
    timeout: positive("timeout", options.timeout ?? 1_000),
    startWait: positive("startWait", options.startWait ?? 5_000),
  }
}

function targetOf(url: string): Pick<RedisSettings, "urls" | "cluster" | "master"> {
  const cluster = clusterUrl.exec(url)
  if (cluster !== null) {
    const [, scheme, user, hosts = ""] = cluster
    return { urls: each(hosts, (host) => `${scheme}://${user}${host}`), cluster: true, master: undefined }
  }
  const sentinel = sentinelUrl.exec(url)
  if (sentinel === null) return { urls: [url], cluster: false, master: undefined }
  const [, scheme, user, hosts = "", name = "", database = ""] = sentinel
  const master = { name, urlAt: (address: string) => `${scheme}://${user}${address}${database}` }
  // An invalid password would be shown later, when the master is known.
  if (!URL.canParse(master.urlAt("host"))) return { urls: [""], cluster: false, master }
  return {
    urls: each(hosts, (host) => `redis://${host.replace(/(?<!:\d+)$/, ":26379")}`),
    cluster: false,
    master,
  }
}

function each(hosts: string, urlOf: (host: string) => string): [string, ...string[]] {
  const [first = "", ...others] = hosts.split(",")
  return [urlOf(first), ...others.map(urlOf)]
}

/** The host and port of a URL, without the password. */
export function placeOf(url: string): string {
  const { hostname, port } = new URL(url)
  return `${hostname}:${port === "" ? "6379" : port}`
}

/** The server of the settings, for messages, if it is not a cluster. */
export function placeOfServer({ urls, master }: RedisSettings, url: string): string {
  if (master === undefined) return `Redis at ${placeOf(url)}`
  return `The Redis master ${master.name} of the Sentinels at ${urls.map((one) => placeOf(one)).join(", ")}`
}

function positive(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value
  throw fault("REDIS_OPTION_INVALID", { option: name, value })
}

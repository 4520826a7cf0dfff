import type { ConnectionOptions } from "@nats-io/transport-node"
import { fault } from "./faults.ts"

/** Options of a `NatsConnection`. */
export interface NatsConnectionOptions {
  /**
   * The address: `nats://user:password@host:port`, or `tls://` for TLS. For a cluster, one or more of its servers:
   * `nats://user:password@host:port,host:port`. A user without a password is a token.
   */
  readonly url: string
  /** Milliseconds that connecting may take. Default: 2,000. */
  readonly connectTimeout?: number
  /** Milliseconds that a reply may take. Default: 1,000. */
  readonly timeout?: number
  /** Milliseconds for which `onStart()` tries to reach a server. Default: 5,000. */
  readonly startWait?: number
  /** Whether to connect at first use instead of at start. Default: false. */
  readonly lazy?: boolean | (() => boolean)
}

/** The options with every default filled in. */
export interface NatsSettings {
  readonly servers: readonly string[]
  /** How the client identifies itself, and whether it uses TLS. */
  readonly access: Pick<ConnectionOptions, "user" | "pass" | "token" | "tls">
  readonly connectTimeout: number
  readonly timeout: number
  readonly startWait: number
}

// User and password end at the last "@", as in every URL.
const natsUrl = /^(nats|tls):\/\/(?:([^/?#]*)@)?([^/?#@,]+(?:,[^/?#@,]+)*)\/?$/

/** Fills in the defaults. Throws a fault if an option is invalid. */
export function natsSettingsOf(options: NatsConnectionOptions): NatsSettings {
  const [, scheme, user, hosts = ""] = natsUrl.exec(options.url) ?? []
  const servers = hosts.split(",")
  if (!servers.every((server) => URL.canParse(`nats://${server}`) && server !== ""))
    throw fault("NATS_URL_INVALID", {})
  return {
    servers,
    access: { ...credentialsOf(user), ...(scheme === "tls" && { tls: {} }) },
    connectTimeout: positive("connectTimeout", options.connectTimeout ?? 2_000),
    timeout: positive("timeout", options.timeout ?? 1_000),
    startWait: positive("startWait", options.startWait ?? 5_000),
  }
}

function credentialsOf(user: string | undefined): Pick<ConnectionOptions, "user" | "pass" | "token"> {
  if (user === undefined || user === "") return {}
  const colon = user.indexOf(":")
  try {
    if (colon === -1) return { token: decodeURIComponent(user) }
    return {
      user: decodeURIComponent(user.slice(0, colon)),
      pass: decodeURIComponent(user.slice(colon + 1)),
    }
  } catch {
    throw fault("NATS_URL_INVALID", {})
  }
}

/** Throws a fault if an option is not an integer above 0. */
export function positive(option: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0) return value
  throw fault("NATS_OPTION_INVALID", { option, value })
}

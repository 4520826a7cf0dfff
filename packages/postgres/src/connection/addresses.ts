import { fault } from "../faults.ts"

/** What a server must be, as `target_session_attrs` of libpq names it. */
export type Target = "any" | "read-write" | "read-only" | "primary" | "standby"

const targets: ReadonlySet<string> = new Set<Target>(["any", "read-write", "read-only", "primary", "standby"])

/** The servers of a URL. */
export interface Addresses {
  /** One URL for each host, in their order, as the driver reads it. */
  readonly urls: readonly string[]
  readonly target: Target
}

/**
 * Splits a URL with several hosts, which the driver cannot read. Several hosts without `target_session_attrs` mean
 * `read-write`: libpq would take the first that answers, although it may be a standby.
 */
export function addressesOf(url: string): Addresses {
  const [, head = "", hosts = "", rest = ""] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? []
  const list = hosts.split(",")
  const named = /[?&]target_session_attrs=([^&#]*)/.exec(rest)?.[1]
  const target = named ?? (list.length > 1 ? "read-write" : "any")
  if (!targets.has(target)) throw fault("POSTGRES_TARGET_INVALID", { target })
  if (list.length === 1 && named === undefined) return { urls: [url], target: "any" }
  const [path = "", query = ""] = rest.split(/\?(.*)/s)
  const kept = query.split("&").filter((part) => !part.startsWith("target_session_attrs="))
  const end = kept.join("&") === "" ? path : `${path}?${kept.join("&")}`
  return { urls: list.map((host) => `${head}${host}${end}`), target: target as Target }
}

import { fault } from "../faults.ts"

/**
 * Throws a fault if a server may be one of production: if `NODE_ENV` says that this process is, or if it is on another
 * machine and the test does not name its host.
 */
export function checkServer(url: string, allowHost: string | undefined): void {
  const host = hostOf(url)
  if (process.env["NODE_ENV"] === "production") throw fault("TEST_DATABASE_IN_PRODUCTION", {})
  if (!isNear(host) && host !== allowHost) throw fault("TEST_DATABASE_HOST", { host })
}

/** The host of a server's address; empty for its usual socket. */
export function hostOf(url: string): string {
  const { hostname, searchParams } = new URL(url)
  return searchParams.get("host") ?? hostname
}

/** This machine, or a name without a dot, as containers of one network have. */
function isNear(host: string): boolean {
  if (host === "" || host.startsWith("/")) return true
  if (/^\[?::1\]?$/.test(host) || /^127(?:\.\d+){3}$/.test(host)) return true
  return host === "host.docker.internal" || host.endsWith(".localhost") || !/[.:]/.test(host)
}

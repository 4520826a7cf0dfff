import { isHost } from "./host.ts"

/** The path and the query of a request's target, as they were received. */
export interface Target {
  readonly path: string
  readonly query: string
}

const hash = 0x23
const dot = 0x2e
const slash = 0x2f
const percent = 0x25
const backslash = 0x5c
const question = 0x3f

/** `.` or `..` as a part of a path. Browsers and proxies also treat an escaped dot as a dot. */
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i

/**
 * Parses a request target in origin form or absolute form; `undefined` if it has dot segments, backslashes or a
 * fragment, which servers and proxies may interpret differently.
 */
export function parseTarget(url: string): Target | undefined {
  const start = url.charCodeAt(0) === slash ? 0 : authorityEnd(url)
  if (start === -1) return undefined
  let end = start
  let odd = false
  for (; end < url.length; end++) {
    const code = url.charCodeAt(end)
    if (code === question) break
    if (code === backslash || code === hash) return undefined
    // A dot segment begins with one of these.
    if ((code === dot || code === percent) && url.charCodeAt(end - 1) === slash) odd = true
  }
  const path = end - start === url.length ? url : url.slice(start, end)
  if (odd && dotSegment.test(path)) return undefined
  const query = end === url.length ? "" : url.slice(end + 1)
  return query.includes("#") ? undefined : { path: path === "" ? "/" : path, query }
}

let known = "http://localhost"

/** The index where the path of an absolute URL begins; -1 if it is not an HTTP URL or its host is invalid. */
function authorityEnd(url: string): number {
  // Nearly all requests name the same origin.
  if (url.startsWith(known) && url.charCodeAt(known.length) === slash) return known.length
  const scheme = /^https?:\/\//i.exec(url)?.[0].length
  if (scheme === undefined) return -1
  let end = scheme
  for (; end < url.length; end++) {
    const code = url.charCodeAt(end)
    // `?` cannot be part of a host, so the authority ends there.
    if (code === slash || code === question || code === hash || code === backslash) break
  }
  if (!isHost(url.slice(scheme, end))) return -1
  known = url.slice(0, end)
  return end
}

/** The path and the query of a request's target, as they were received. */
export interface Target {
  readonly path: string
  readonly query: string
}

const dot = 0x2e
const percent = 0x25
const backslash = 0x5c
const question = 0x3f

/** Takes a request's target apart; `undefined` where it has dot segments or backslashes, which mean two things. */
export function parseTarget(url: string): Target | undefined {
  let end = 0
  let odd = false
  for (; end < url.length; end++) {
    const code = url.charCodeAt(end)
    if (code === question) break
    if (code === dot || code === percent || code === backslash) odd = true
  }
  const path = end === url.length ? url : url.slice(0, end)
  if (odd && isAmbiguous(path)) return undefined
  return { path, query: end === url.length ? "" : url.slice(end + 1) }
}

function isAmbiguous(path: string): boolean {
  if (path.includes("\\")) return true
  for (const segment of path.split("/")) {
    // An escaped dot is a dot to browsers and proxies too.
    const plain = segment.length > 6 ? segment : segment.replaceAll(/%2e/gi, ".")
    if (plain === "." || plain === "..") return true
  }
  return false
}

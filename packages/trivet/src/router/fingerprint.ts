/**
 * A cheap hash of a path. Paths arrive as new strings, and hashing one for a `Map` costs several times as much as this,
 * which reads five characters from where paths differ most. Callers must also compare the paths, and must stay fast if
 * a client sends many paths with the same hash.
 */
export function fingerprint(path: string): number {
  const { length } = path
  if (length < 4) return length
  const tail = path.charCodeAt(length - 1) ^ (path.charCodeAt(length - 2) << 7)
  const half = length >> 1
  const middle =
    path.charCodeAt(half) ^ (path.charCodeAt(half - 1) << 7) ^ (path.charCodeAt((half + length) >> 1) << 14)
  const mixed = Math.imul(Math.imul(tail ^ (length << 14), 0x9e3779b1) ^ middle, 0x85ebca6b)
  return (mixed ^ (mixed >>> 15)) >>> 1
}

/**
 * A small number that differs for most paths. Paths arrive as new texts, and hashing one for a `Map` costs several times
 * as much as this, which reads five characters from where paths differ most. Whoever uses it compares the paths
 * themselves too, and stays fast when somebody sends many of one fingerprint.
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

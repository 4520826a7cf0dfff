import type { Match } from "./match.ts"

/** Maximum number of cached paths of a table, over all methods. Prime, so that fingerprints spread. */
export const cacheSlots = 997

/** Length of the longest path that is cached. Together with `cacheSlots` it limits the memory of the cache. */
export const longestCached = 256

// Two frequent paths with the same slot would evict each other constantly. So the cached one stays until it was
// challenged this often.
const patience = 16

/**
 * Resolved paths, each in the slot of its fingerprint. A path is cached when it is searched for twice in a row in its
 * slot. If every path is new, a call only pays for one number, and a flood of new paths evicts little.
 */
export interface MatchCache<T> {
  readonly slots: (CachedMatch<T> | undefined)[]
  /** The fingerprint of the cached path, by slot. */
  readonly prints: Int32Array
  /** The signature of the path that was last searched for, by slot. */
  readonly seen: Int32Array
}

interface CachedMatch<T> {
  readonly owner: object
  readonly path: string
  readonly match: Match<T>
  /** How often another path could have replaced this one. */
  challenges: number
}

/** Creates an empty cache. */
export function createMatchCache<T>(): MatchCache<T> {
  return {
    slots: Array.from({ length: cacheSlots }, () => undefined),
    prints: new Int32Array(cacheSlots),
    seen: new Int32Array(cacheSlots),
  }
}

/** Finds a path of `owner`, the routes of one method. `print` is the path's fingerprint, different by owner. */
export function findCached<T>(
  cache: MatchCache<T>,
  owner: object,
  print: number,
  path: string,
): Match<T> | undefined {
  const slot = print % cacheSlots
  // Most misses end here, without loading the cached entry into the CPU cache.
  if (cache.prints[slot] !== print) return undefined
  const cached = cache.slots[slot]
  return cached !== undefined && cached.path === path && cached.owner === owner ? cached.match : undefined
}

/** Records that a path was searched for and what was found. Returns whether to cache the match. */
export function shouldCache<T>(cache: MatchCache<T>, print: number, path: string, match: Match<T>): boolean {
  const slot = print % cacheSlots
  const sign = signOf(print, match.values)
  if (cache.seen[slot] !== sign) {
    cache.seen[slot] = sign
    return false
  }
  const holder = cache.slots[slot]
  return path.length <= longestCached && (holder === undefined || ++holder.challenges === patience)
}

// Paths of one route differ in their parameters, but the fingerprint may have read only what they share.
function signOf(print: number, values: readonly string[]): number {
  let sign = print
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!
    const { length } = value
    if (length < 2) continue
    const tail = value.charCodeAt(length - 1) ^ (value.charCodeAt(length - 2) << 8)
    const head = (value.charCodeAt(0) << 16) ^ (value.charCodeAt(length >> 1) << 24)
    sign = Math.imul(sign ^ tail ^ head, 0x85ebca6b) + length
  }
  return sign | 0
}

/** Caches a match. Path and match must not be slices of longer strings: see `ownText`. */
export function keepMatch<T>(
  cache: MatchCache<T>,
  owner: object,
  print: number,
  path: string,
  match: Match<T>,
): void {
  cache.prints[print % cacheSlots] = print
  cache.slots[print % cacheSlots] = { owner, path, match, challenges: 0 }
}

/** Empties the cache. Must be called whenever routes change. */
export function dropMatches<T>(cache: MatchCache<T>): void {
  cache.slots.fill(undefined)
  cache.seen.fill(0)
}

/**
 * A copy of a string in its own memory. A path may be a slice of a URL of 16 KB, which V8 would keep alive together
 * with the slice. Concatenating and slicing return slices again; a parser returns a new string.
 */
export function ownText(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string
}

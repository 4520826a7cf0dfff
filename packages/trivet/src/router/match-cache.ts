import type { Match } from "./match.ts"

/** How many resolved paths a table remembers at most, over all methods. Prime, so that fingerprints spread. */
export const cacheSlots = 997

/** The longest path that is remembered: with `cacheSlots` it bounds the cache in bytes. */
export const longestCached = 256

// Two busy paths of one slot would push each other out all the time: the one that is in stays for a while.
const patience = 16

/**
 * Resolved paths, each in the one slot of its fingerprint. A path is let in when it comes twice with no other of its
 * slot in between: where every path is new, a call pays for one number, and a flood pushes little out.
 */
export interface MatchCache<T> {
  readonly slots: (CachedMatch<T> | undefined)[]
  /** The fingerprint of the path that is in, by slot. */
  readonly prints: Int32Array
  /** The sign of the path that was last searched for, by slot. */
  readonly seen: Int32Array
}

interface CachedMatch<T> {
  readonly owner: object
  readonly path: string
  readonly match: Match<T>
  /** How often another path could have taken the slot. */
  challenges: number
}

/** Makes an empty cache. */
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
  // Most calls that are not cached end here, without touching memory that others need.
  if (cache.prints[slot] !== print) return undefined
  const cached = cache.slots[slot]
  return cached !== undefined && cached.path === path && cached.owner === owner ? cached.match : undefined
}

/** Notes that a path was searched for and what was found. True says that the match is worth keeping. */
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

// The parameters are where paths of one route differ; a fingerprint may have read only what they share.
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

/** Remembers a match. Path and match must not hold slices of longer texts: see `ownText`. */
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

/** Forgets everything, as it must be whenever routes change. */
export function dropMatches<T>(cache: MatchCache<T>): void {
  cache.slots.fill(undefined)
  cache.seen.fill(0)
}

/**
 * The same text in memory of its own. A path may be a slice of a URL of 16 KB, and V8 keeps the whole of it alive
 * with the slice; concatenating and slicing give slices again, a parser gives a new text.
 */
export function ownText(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string
}

import { fingerprint } from "./fingerprint.ts"
import { sharedMatch, type Match } from "./match.ts"

/** Paths without parameters, by fingerprint. */
export type ExactPaths<T> = (ExactPath<T> | undefined)[]

interface ExactPath<T> {
  readonly path: string
  readonly match: Match<T>
  readonly next: ExactPath<T> | undefined
}

const buckets = 1024
const bucketLimit = 8

/** Creates an empty set of exact paths. */
export function createExactPaths<T>(): ExactPaths<T> {
  return Array.from({ length: buckets }, () => undefined)
}

/** Adds a path. Returns false if its bucket is full; the caller then puts it into the tree. */
export function addExact<T>(exact: ExactPaths<T>, path: string, value: T): boolean {
  const bucket = fingerprint(path) % buckets
  const first = exact[bucket]
  let size = 0
  for (let known = first; known !== undefined; known = known.next) size++
  if (size === bucketLimit) return false
  exact[bucket] = { path, match: sharedMatch(value, [], []), next: first }
  return true
}

/** Finds a path; `print` is its fingerprint. */
export function findExact<T>(exact: ExactPaths<T>, print: number, path: string): Match<T> | undefined {
  for (let known = exact[print % buckets]; known !== undefined; known = known.next) {
    if (known.path === path) return known.match
  }
  return undefined
}

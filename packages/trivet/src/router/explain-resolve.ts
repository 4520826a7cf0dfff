import type { Pattern, Segment } from "./pattern.ts"
import type { RouteTable } from "./route-table.ts"

/** One route that was compared with a call. */
export interface Candidate<T> {
  /** The route's path as it was written. */
  readonly path: string
  readonly value: T
  readonly outcome: "won" | "lost" | "no match"
  readonly reason: string
}

/** Why a call matches its route: every route of its method, grouped by tier, in the order of the tiers. */
export interface Explanation<T> {
  readonly method: string
  readonly path: string
  /** Whether the router rejects the path because of a malformed escape, even if a route matches. */
  readonly malformed: boolean
  readonly tiers: readonly { readonly tier: Pattern["kind"]; readonly candidates: readonly Candidate<T>[] }[]
  readonly winner: Candidate<T> | undefined
}

const tiers: readonly Pattern["kind"][] = ["exact", "pattern", "wildcard"]

/**
 * Explains what `resolve` does with a call. It applies the matching rules to every route instead of searching the tree,
 * so it is slow. A test verifies that both agree.
 */
export function explainResolve<T>(table: RouteTable<T>, method: string, path: string): Explanation<T> {
  const entries = [...(table.methods.get(method)?.entries.values() ?? [])]
  const matching = entries
    .map(({ pattern }) => pattern)
    .filter((pattern) => mismatch(pattern, path) === undefined)
  const best = matching.reduce<Pattern | undefined>(
    (winner, pattern) =>
      winner === undefined || advantage(pattern, winner) !== undefined ? pattern : winner,
    undefined,
  )
  const explained = tiers.map((tier) => ({
    tier,
    candidates: entries
      .filter(({ pattern }) => pattern.kind === tier)
      .map(({ pattern, value }) => ({ path: pattern.path, value, ...verdict(pattern, path, best) })),
  }))
  const winner = explained.flatMap(({ candidates }) => candidates).find(({ outcome }) => outcome === "won")
  return { method, path, malformed: isMalformed(path), tiers: explained, winner }
}

function verdict(
  pattern: Pattern,
  path: string,
  best: Pattern | undefined,
): Pick<Candidate<unknown>, "outcome" | "reason"> {
  const obstacle = mismatch(pattern, path)
  if (obstacle !== undefined) return { outcome: "no match", reason: obstacle }
  if (best === undefined || best === pattern)
    return { outcome: "won", reason: "matches, and nothing goes before it" }
  return { outcome: "lost", reason: `\`${best.path}\` goes before it: ${advantage(best, pattern)}` }
}

/** Why a path does not match; `undefined` if it does. */
function mismatch(pattern: Pattern, path: string): string | undefined {
  const { kind, text, segments } = pattern
  if (!path.startsWith("/")) return "the call's path does not start with `/`"
  if (kind === "exact") return path === text ? undefined : exactMismatch(text, path)
  const called = path.slice(1).split("/")
  if (kind === "wildcard" ? called.length < segments.length : called.length !== segments.length) {
    return `it has ${segments.length} segments and the call ${called.length}`
  }
  const index = segments.findIndex((segment, i) => !takes(segment, called[i] ?? ""))
  const segment = segments[index]
  if (segment === undefined) return undefined
  return segment.kind === "parameter"
    ? `segment ${index + 1} of the call is empty, and \`:${segment.text}\` takes at least one character`
    : `segment ${index + 1} is \`${segment.text}\` and the call's \`${called[index]}\``
}

function exactMismatch(text: string, path: string): string {
  if (text === `${path}/` || path === `${text}/`)
    return "it differs by a slash at the end, which makes another path"
  if (text.toLowerCase() === path.toLowerCase())
    return "it differs in upper and lower case, which makes another path"
  return "it is another path"
}

function takes({ kind, text }: Segment, called: string): boolean {
  if (kind === "wildcard") return true
  return kind === "parameter" ? called !== "" : called === text
}

/** Why `a` takes precedence over `b` if both match; `undefined` if it does not. */
function advantage(a: Pattern, b: Pattern): string | undefined {
  if (a.kind !== b.kind) {
    if (tiers.indexOf(a.kind) > tiers.indexOf(b.kind)) return undefined
    return a.kind === "exact" ? "an exact path comes first" : "patterns come before wildcards"
  }
  if (a.segments.length !== b.segments.length) {
    return a.segments.length > b.segments.length ? "of two wildcards the longer prefix wins" : undefined
  }
  const index = a.segments.findIndex(({ kind }, i) => kind !== b.segments[i]?.kind)
  if (a.segments[index]?.kind !== "literal") return undefined
  return `in segment ${index + 1} it has a literal and this a parameter`
}

function isMalformed(path: string): boolean {
  try {
    decodeURIComponent(path)
    return false
  } catch {
    return true
  }
}

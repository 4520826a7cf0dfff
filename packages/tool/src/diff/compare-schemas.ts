import type { RouteChange } from "./change.ts"
import { describeGap, type Direction } from "./describe-gap.ts"
import { findGaps } from "./schema/find-gaps.ts"
import type { Gap } from "./schema/gap.ts"
import type { Resolve, Schema } from "./schema/schema.ts"
import type { Walk } from "./schema/walk.ts"

/** The two compared documents. */
export interface Pair {
  readonly before: Resolve
  readonly after: Resolve
  readonly isUnchanged: Walk["isUnchanged"]
}

/**
 * Compares the schemas of one part of a route. What a request may hold must stay valid, so the old schema must be within
 * the new one; what a reply holds must have been possible before, so the new one must be within the old one.
 */
export function compareSchemas(
  before: Schema,
  after: Schema,
  place: string,
  direction: Direction,
  pair: Pair,
): readonly RouteChange[] {
  const isRequest = direction === "request"
  const walk = (from: Resolve, to: Resolve): Walk => ({
    place: [],
    from,
    to,
    open: new Set(),
    shared: new Set(),
    defaults: isRequest && from === pair.before,
    isUnchanged: pair.isUnchanged,
    rejects: ({ rule }) => isRequest || rule !== "ignored",
  })
  const narrowed = findGaps(before, after, walk(pair.before, pair.after))
  const widened = findGaps(after, before, walk(pair.after, pair.before))
  const [risky, harmless] = isRequest ? [narrowed, widened] : [widened, narrowed]
  const isBreaking = (gap: Gap) => isRequest || gap.rule !== "ignored"
  const breaking = risky.filter(isBreaking)
  const taken = new Set(breaking.map(gapKey))
  const safe = [...risky.filter((gap) => !isBreaking(gap)), ...harmless].filter((gap) => {
    const isNew = !taken.has(gapKey(gap))
    taken.add(gapKey(gap))
    return isNew
  })
  const told = (gaps: readonly Gap[], verdict: RouteChange["verdict"]) =>
    gaps.map((gap) => {
      // A gap starts from the schema that accepts more; the report lists them in order of time.
      const isForward = narrowed.includes(gap)
      const [was, is] = isForward ? [gap.from, gap.to] : [gap.to, gap.from]
      return describeGap({ ...gap, was, is }, verdict, { place, direction })
    })
  return [...told(breaking, "breaking"), ...told(safe, "safe")]
}

function gapKey({ place }: Gap): string {
  return JSON.stringify(place)
}

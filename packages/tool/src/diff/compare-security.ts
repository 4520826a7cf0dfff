import type { ApiDocument, Operation } from "./api-document.ts"
import type { RouteChange } from "./change.ts"
import { isSameJson } from "./schema/schema.ts"

type Schemes = NonNullable<NonNullable<ApiDocument["components"]>["securitySchemes"]>

/**
 * Compares the credentials that two versions of a route require. Requiring less is breaking too: the route becomes
 * accessible to more callers, which must not go unnoticed.
 */
export function compareSecurity(
  [before, after]: readonly [Operation, Operation],
  [older, newer]: readonly [ApiDocument, ApiDocument],
): readonly RouteChange[] {
  const [were, are] = [waysOf(before), waysOf(after)]
  const place = "security"
  const changes: RouteChange[] = []
  const lost = were.filter((was) => !are.some((is) => isWithin(is, was)))
  for (const was of lost)
    changes.push({
      place,
      verdict: "breaking",
      change: `${wayName(was)} → ${are.map(wayName).join(" or ")}`,
      why: "callers who were let in are rejected",
      fix: "accept the old credentials too, or add a new route",
    })
  for (const is of are.filter((one) => !were.some((was) => isSameWay(was, one)))) {
    const weakened = were.find((was) => isWithin(is, was))
    if (weakened !== undefined)
      changes.push({
        place,
        verdict: "breaking",
        change: `${wayName(weakened)} → ${wayName(is)}`,
        why: is.length === 0 ? "the route became public" : "the route asks for less than before",
        fix: "put the guard back; if it is meant, say so where this is reviewed",
      })
    else if (lost.length === 0)
      changes.push({
        place,
        verdict: "safe",
        change: `also ${wayName(is)}`,
        why: "the old credentials are still accepted",
      })
  }
  return [...changes, ...compareSchemes(were.flat(), older, newer)]
}

type Way = readonly string[]

/**
 * The alternative ways to gain access, each with all its requirements: names of schemes, and of roles or other callers.
 * A public route has one without requirements.
 */
function waysOf({ security = [] }: Operation): readonly Way[] {
  if (security.length === 0) return [[]]
  return security.map((one) => {
    const names = Object.values(one).flatMap((list) => list.map((name) => `as ${String(name)}`))
    return [...Object.keys(one).toSorted(), ...new Set(names.toSorted())]
  })
}

function isWithin(one: Way, other: Way): boolean {
  return one.every((name) => other.includes(name))
}

function isSameWay(one: Way, other: Way): boolean {
  return isWithin(one, other) && isWithin(other, one)
}

function wayName(way: Way): string {
  return way.length === 0 ? "public" : way.join(" and ").replaceAll(" and as ", " as ")
}

function compareSchemes(
  names: readonly string[],
  older: ApiDocument,
  newer: ApiDocument,
): readonly RouteChange[] {
  const schemesOf = ({ components }: ApiDocument): Schemes => components?.securitySchemes ?? {}
  return [...new Set(names)].flatMap((name): readonly RouteChange[] => {
    const [was, is] = [schemesOf(older)[name], schemesOf(newer)[name]]
    if (was === undefined || is === undefined || isSameJson(ruleOf(was), ruleOf(is))) return []
    return [
      {
        place: "security",
        verdict: "breaking",
        change: `${name}: ${JSON.stringify(ruleOf(was))} → ${JSON.stringify(ruleOf(is))}`,
        why: "credentials are sent in another way",
        fix: "give the new scheme a name of its own, and accept both",
      },
    ]
  })
}

function ruleOf(scheme: Readonly<Record<string, unknown>>): object {
  return { ...scheme, description: undefined }
}

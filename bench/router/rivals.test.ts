import fc from "fast-check"
import findMyWay from "find-my-way"
import { addRoute as addToRou3, createRouter, findRoute } from "rou3"
import { describe, expect, it } from "vitest"
import { parsePattern } from "../../packages/trivet/src/router/pattern.ts"
import { resolve } from "../../packages/trivet/src/router/resolve.ts"
import { addRoute, createRouteTable } from "../../packages/trivet/src/router/route-table.ts"

type Answer = readonly [route: string, parameters: Readonly<Record<string, string>>] | undefined
type Router = (path: string) => Answer

function trivet(routes: readonly string[]): Router {
  const table = createRouteTable<string>()
  for (const route of routes) addRoute(table, "GET", parsePattern(route), route)
  return (path) => {
    const match = resolve(table, "GET", path)
    return (
      match && [match.value, Object.fromEntries(match.names.map((name, i) => [name, match.values[i] ?? ""]))]
    )
  }
}

function findMyWayRouter(routes: readonly string[]): Router {
  const router = findMyWay()
  for (const route of routes) router.on("GET", route, () => undefined, { route })
  return (path) => {
    const found = router.find("GET", path)
    return found === null
      ? undefined
      : [(found.store as { route: string }).route, { ...found.params } as Record<string, string>]
  }
}

function rou3Router(routes: readonly string[]): Router {
  const router = createRouter<string>()
  for (const route of routes) addToRou3(router, "GET", route.replace("*", "**:_"), route)
  return (path) => {
    const found = findRoute(router, "GET", path)
    if (found === undefined) return undefined
    const parameters = Object.entries(found.params ?? {}).map(([name, value]) => [
      name === "_" ? "*" : name,
      value,
    ])
    return [found.data, Object.fromEntries(parameters) as Record<string, string>]
  }
}

// Where the rules agree: no slash at the end and no empty segments (rou3 drops the one, find-my-way takes the others
// for parameters), no escapes in literals, and wildcards apart from patterns, which Trivet puts in tiers.
const literal = fc.constantFrom("a", "b", "ab", "aa", "c", "constructor", "toString")
const withParameters = fc
  .array(fc.oneof(literal, fc.constant(":")), { minLength: 1, maxLength: 5 })
  .map((parts) => `/${parts.map((part, i) => (part === ":" ? `:p${i}` : part)).join("/")}`)
const withWildcards = fc
  .tuple(fc.array(literal, { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([parts, wildcard]) => `/${parts.join("/")}${wildcard ? "/*" : ""}`)
const plainSegment = fc.oneof(
  { weight: 4, arbitrary: literal },
  fc.constantFrom("d", "abc", "1", "__proto__"),
)
const escapedSegment = fc.oneof(
  { weight: 4, arbitrary: plainSegment },
  fc.constantFrom("x%20y", "%C3%A9", "%2F", "%2525", "%3A"),
)
const pathsOf = (segment: fc.Arbitrary<string>): fc.Arbitrary<string[]> =>
  fc.array(
    fc.array(segment, { minLength: 1, maxLength: 6 }).map((parts) => `/${parts.join("/")}`),
    { minLength: 5, maxLength: 10 },
  )

// TRIVET_LONG=1 compares 2,000 tables of routes of each kind.
const numRuns = process.env["TRIVET_LONG"] === "1" ? 2_000 : 500

function compare(
  route: fc.Arbitrary<string>,
  segment: fc.Arbitrary<string>,
  rivalFor: (routes: string[]) => Router,
): number {
  let matches = 0
  const routeLists = fc.uniqueArray(route, { minLength: 1, maxLength: 15 })
  fc.assert(
    fc.property(routeLists, pathsOf(segment), (routes, paths) => {
      const [ours, theirs] = [trivet(routes), rivalFor(routes)]
      for (const path of paths) {
        const answer = ours(path)
        expect(answer, `${path} among ${routes.join(" ")}`).toEqual(theirs(path))
        if (answer !== undefined) matches++
      }
    }),
    { numRuns },
  )
  return matches
}

describe("Trivet's router beside its rivals, where their rules agree", () => {
  it("finds what find-my-way finds", () => {
    expect(compare(withParameters, escapedSegment, findMyWayRouter)).toBeGreaterThan(numRuns / 2)
    expect(compare(withWildcards, plainSegment, findMyWayRouter)).toBeGreaterThan(numRuns / 2)
  })

  it("finds what rou3 finds", () => {
    expect(compare(withParameters, plainSegment, rou3Router)).toBeGreaterThan(numRuns / 2)
    expect(compare(withWildcards, plainSegment, rou3Router)).toBeGreaterThan(numRuns / 2)
  })
})

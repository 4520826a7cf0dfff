import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Fault } from "../fault/fault.ts"
import { explainResolve } from "./explain-resolve.ts"
import type { Match } from "./match.ts"
import { parsePattern } from "./pattern.ts"
import { findMethods, resolve } from "./resolve.ts"
import { addRoute, createRouteTable, removeRoute } from "./route-table.ts"

interface NaiveRoute {
  readonly method: string
  readonly path: string
}

/**
 * The routing rules written down without a thought for speed, for tests to compare with. Takes ASCII paths and
 * returns the text "malformed" where the router raises its fault.
 */
function naiveResolve(
  routes: readonly NaiveRoute[],
  method: string,
  path: string,
): Match<NaiveRoute> | "malformed" | undefined {
  try {
    decodeURIComponent(path)
  } catch {
    return "malformed"
  }
  const matching = routes.filter(
    (route) => route.method === method && captures(route.path, path) !== undefined,
  )
  const value = matching.toSorted((a, b) => (rank(a.path) < rank(b.path) ? -1 : 1))[0]
  if (value === undefined) return undefined
  const names = value.path
    .split("/")
    .filter((part) => part === "*" || part.startsWith(":"))
    .map((part) => part.replace(":", ""))
  return { value, names, values: (captures(value.path, path) ?? []).map((text) => decodeURIComponent(text)) }
}

function captures(pattern: string, path: string): string[] | undefined {
  const wanted = pattern.split("/")
  const given = path.split("/")
  const found: string[] = []
  for (const [index, part] of wanted.entries()) {
    const segment = given[index]
    if (segment === undefined) return undefined
    if (part === "*") return [...found, given.slice(index).join("/")]
    if (part.startsWith(":")) {
      if (segment === "") return undefined
      found.push(segment)
    } else if (part !== segment) return undefined
  }
  return given.length === wanted.length ? found : undefined
}

/** A text that sorts before another's exactly if its pattern goes first: tier, wildcards' length, then segments. */
function rank(pattern: string): string {
  const parts = pattern.split("/")
  const kinds = parts.map((part) => (part.startsWith(":") ? "1" : "0")).join("")
  if (parts.at(-1) === "*") return `2${String(99 - parts.length)}${kinds}`
  return kinds.includes("1") ? `1${kinds}` : "0"
}

// Few texts, so that literals, parameters and wildcards meet; some that could confuse a lookup, some that look alike.
const word = fc.constantFrom(
  "a",
  "b",
  "ab",
  "aa",
  "a%20b",
  "%2F",
  "__proto__",
  "constructor",
  "caf%C3%A9",
  "0",
)
const routeSegment = fc.oneof(
  { weight: 3, arbitrary: word },
  { weight: 3, arbitrary: fc.constantFrom(":x", ":y", ":z") },
)
const routePath = fc
  .tuple(fc.array(routeSegment, { maxLength: 4 }), fc.constantFrom("", "", "", "/", "/*", "/*"))
  .map(([segments, end]) => {
    const names = segments.map((segment, i) => (segment.startsWith(":") ? `${segment}${i}` : segment))
    return names.map((segment) => `/${segment}`).join("") + (names.length === 0 && end === "" ? "/" : end)
  })
const routeList = fc.array(fc.record({ method: fc.constantFrom("GET", "PUT"), path: routePath }), {
  maxLength: 14,
})
const callSegment = fc.oneof(
  { weight: 8, arbitrary: word },
  { weight: 2, arbitrary: fc.constantFrom("", "c", "%", "%zz", "%ff", "%25", "%2e%2e", "A", ":x", "*") },
)
const callPath = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.array(callSegment, { minLength: 1, maxLength: 6 }).map((parts) => `/${parts.join("/")}`),
  },
  { weight: 1, arbitrary: fc.constantFrom("", "*", "a", "a/b", "//", "/") },
)

function outcomeOf(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    if (error instanceof Fault && error.code === "PATH_MALFORMED") return "malformed"
    throw error
  }
}

describe("resolve beside a naive matcher", () => {
  it("never differs, with and without the cache, and agrees with its explanation", () => {
    let cases = 0
    let matches = 0
    const calls = fc.array(fc.tuple(fc.constantFrom("GET", "PUT", "DELETE"), callPath), {
      minLength: 8,
      maxLength: 12,
    })
    fc.assert(
      fc.property(routeList, calls, (routes, paths) => {
        const cached = createRouteTable<NaiveRoute>()
        const plain = createRouteTable<NaiveRoute>({ cache: false })
        const added = routes.filter((route) => {
          const pattern = parsePattern(route.path)
          addRoute(plain, route.method, pattern, route)
          return addRoute(cached, route.method, pattern, route) === undefined
        })
        for (const [method, path] of paths) {
          const expected = naiveResolve(added, method, path)
          const tries = [plain, cached, cached, cached].map((table) =>
            outcomeOf(() => resolve(table, method, path)),
          )
          for (const got of tries) expect(got).toEqual(expected)
          const explained = explainResolve(plain, method, path)
          expect(explained.malformed).toBe(expected === "malformed")
          if (expected !== "malformed") {
            expect(explained.winner?.value).toBe(expected?.value)
            expect(findMethods(cached, path).includes(method)).toBe(expected !== undefined)
          }
          cases++
          if (expected !== undefined && expected !== "malformed") matches++
        }
      }),
      { numRuns: 2500 },
    )
    expect(cases).toBeGreaterThanOrEqual(20_000)
    expect(matches).toBeGreaterThan(2000)
  })

  it("never differs after routes were removed", () => {
    fc.assert(
      fc.property(
        routeList,
        fc.array(callPath, { minLength: 1, maxLength: 8 }),
        fc.infiniteStream(fc.boolean()),
        (routes, paths, keep) => {
          const table = createRouteTable<NaiveRoute>()
          const added = routes.filter(
            (route) => addRoute(table, route.method, parsePattern(route.path), route) === undefined,
          )
          for (const path of [...paths, ...paths]) outcomeOf(() => resolve(table, "GET", path))
          const left = added.filter(
            ({ method, path }) => keep.next().value || !removeRoute(table, method, parsePattern(path)),
          )
          for (const path of paths) {
            expect(outcomeOf(() => resolve(table, "GET", path))).toEqual(naiveResolve(left, "GET", path))
          }
        },
      ),
      { numRuns: 1000 },
    )
  })
})

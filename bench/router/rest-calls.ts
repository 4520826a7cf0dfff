import { restRoutes } from "./rest-routes.ts"

/** One call of the bench, and the parameters that its handler would read. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly names: readonly string[]
}

/** The kinds of calls that are measured apart, and all of them mixed. */
export const groups = ["static", "one parameter", "three parameters", "wildcard", "miss", "overall"] as const

/** One of `groups`. */
export type Group = (typeof groups)[number]

/** A source of random numbers below 1 that gives the same ones for one seed. */
export function createRandom(seed: number): () => number {
  let state = seed | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

// What one call in a hundred of an API may be.
const mixture: readonly (readonly [Exclude<Group, "overall">, number])[] = [
  ["static", 0.25],
  ["one parameter", 0.3],
  ["three parameters", 0.3],
  ["wildcard", 0.05],
  ["miss", 0.1],
]

const routesByGroup = Map.groupBy(restRoutes, ([, path]) => {
  if (path.endsWith("*")) return "wildcard"
  return (["static", "one parameter", undefined, "three parameters"] as const)[path.split(":").length - 1]
})

/** Makes up a call of a group; its parameters are new nearly every time. */
export function makeCall(group: Group, random: () => number): Call {
  if (group === "overall") {
    let left = random()
    const chosen = mixture.find(([, share]) => (left -= share) < 0)
    return makeCall(chosen?.[0] ?? "static", random)
  }
  if (group === "miss")
    return spoil(makeCall(pick(["static", "one parameter", "three parameters"], random), random), random)
  const [method, pattern] = pick(routesByGroup.get(group) ?? [], random)
  const names = pattern
    .split("/")
    .flatMap((part) => (part === "*" ? "*" : part.startsWith(":") ? part.slice(1) : []))
  const parts = pattern
    .split("/")
    .map((part) => (part === "*" ? rest(random) : part.startsWith(":") ? value(part, random) : part))
  // Names stand in handlers as literals, which engines keep once each, as they do the names of properties.
  return {
    method,
    path: parts.join("/"),
    names: Object.keys(Object.fromEntries(names.map((name) => [name, true]))),
  }
}

function spoil({ method, path }: Call, random: () => number): Call {
  // No slash at the end: that is another path to Trivet only.
  const base = path === "/" ? "" : path
  const spoilt = [`${base}/nothing/at/all`, `/v3${base}/x`, `/${letters(random, 8)}`, `${base}x/y/z/0`]
  return { method, path: pick(spoilt, random), names: [] }
}

function value(name: string, random: () => number): string {
  if (name === ":sha")
    return Array.from({ length: 40 }, () => Math.floor(random() * 16).toString(16)).join("")
  if (name === ":id" || name === ":number" || name.endsWith("_id"))
    return String(Math.floor(random() * 10_000_000))
  return random() < 0.3 ? `${letters(random, 6)}-${letters(random, 5)}` : letters(random, 9)
}

function rest(random: () => number): string {
  return Array.from({ length: 1 + Math.floor(random() * 4) }, () => letters(random, 7)).join("/")
}

function letters(random: () => number, most: number): string {
  const codes = Array.from(
    { length: 3 + Math.floor(random() * (most - 2)) },
    () => 97 + Math.floor(random() * 26),
  )
  return String.fromCharCode(...codes)
}

function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T
}

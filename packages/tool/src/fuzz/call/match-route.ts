import type { FuzzRoute } from "../target/fuzz-target.ts"

/** A route that matches a path, with the values of its parameters. */
export interface RouteMatch {
  readonly route: FuzzRoute
  readonly params: Readonly<Record<string, string>>
}

/**
 * The route that answers a path, in the order of the router: exact paths, then patterns, then wildcards. HEAD is
 * answered by GET. Needed where the engine has only a description and not the application's router.
 */
export function matchRoute(
  routes: readonly FuzzRoute[],
  method: string,
  target: string,
): RouteMatch | undefined {
  // HTTP parsers ignore trailing white space.
  const path = target
    .trim()
    .replace(/^https?:\/\/[^/]*/i, "")
    .replace(/[?#].*$/s, "")
  const fits = (one: FuzzRoute) => one.method === method || one.method === "ANY"
  const found = matchIn(routes.filter(fits), path)
  return found ?? (method === "HEAD" ? matchRoute(routes, "GET", target) : undefined)
}

function matchIn(routes: readonly FuzzRoute[], path: string): RouteMatch | undefined {
  const exact = routes.find((route) => route.path === path)
  if (exact !== undefined) return { route: exact, params: {} }
  const segments = path.split("/")
  const tiers = [false, true].map((wild) => routes.filter((route) => route.path.endsWith("/*") === wild))
  for (const tier of tiers) {
    const matches = tier.flatMap((route) => {
      const params = paramsOf(route.path.split("/"), segments)
      return params === undefined ? [] : [{ route, params }]
    })
    const [best] = matches.toSorted((a, b) => (rank(a.route.path) < rank(b.route.path) ? -1 : 1))
    if (best !== undefined) return best
  }
  return undefined
}

function paramsOf(
  pattern: readonly string[],
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined {
  const wild = pattern.at(-1) === "*"
  if (wild ? segments.length < pattern.length : segments.length !== pattern.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, part] of pattern.entries()) {
    if (part === "*") params["*"] = segments.slice(at).join("/")
    else if (part.startsWith(":") && segments[at] !== "") params[part.slice(1)] = decoded(segments[at]!)
    else if (part !== segments[at]) return undefined
  }
  return params
}

/** Literal segments before parameters, from the left; longer prefixes of wildcards first. */
function rank(path: string): string {
  return path
    .split("/")
    .map((part) => (part === "*" ? "2" : part.startsWith(":") ? "1" : "0"))
    .join("")
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

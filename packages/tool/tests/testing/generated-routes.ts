import type { Method } from "trivet/extend"

/** A route of a generated application. */
export interface GeneratedRoute {
  readonly method: Method
  readonly path: string
}

const words = ["a", "b", "posts", "users", "new", "42", "größe", "x y", "v1"]
const methods: readonly Method[] = ["GET", "GET", "GET", "POST", "PUT", "DELETE", "HEAD"]

/** Numbers below a limit, the same for the same seed. */
function createRandom(seed: number): (below: number) => number {
  let state = seed * 7_919 + 1
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}

/** The routes of a generated application: literals, parameters and wildcards that overlap as often as they can. */
export function generateRoutes(seed: number): readonly GeneratedRoute[] {
  const random = createRandom(seed)
  const routes = new Map<string, GeneratedRoute>()
  while (routes.size < 120) {
    const length = 1 + random(4)
    const segments = Array.from({ length }, (_, at) => {
      const kind = random(10)
      if (kind < 3) return `:p${at}`
      return kind === 3 && at === length - 1 ? "*" : words[random(words.length)]!
    })
    const path = `/${segments.join("/")}${random(12) === 0 && !segments.includes("*") ? "/" : ""}`
    const method = methods[random(methods.length)]!
    // Two routes of one shape are refused at boot.
    routes.set(`${method} ${path.replaceAll(/:p\d/g, ":")}`, { method, path })
  }
  return [...routes.values()]
}

/** Calls as a person types them: most near the routes, some odd. */
export function callPaths(
  seed: number,
  routes: readonly GeneratedRoute[],
  count: number,
): readonly { readonly method: Method; readonly typed: string }[] {
  const random = createRandom(seed + 1_000)
  const odd = ["", ".", "..", "%2e%2e", "%zz", "%61", "A", "a%2Fb", "ü", "a\\b", "*", ":id", "%E0%A4%A"]
  return Array.from({ length: count }, () => {
    const { method, path } = routes[random(routes.length)]!
    const segments = path
      .split("/")
      .slice(1)
      .flatMap((segment) => {
        if (random(25) === 0) return [odd[random(odd.length)]!]
        if (segment.startsWith(":")) return [words[random(words.length)]!]
        return segment === "*"
          ? Array.from({ length: random(4) }, () => words[random(words.length)]!)
          : [segment]
      })
    const typed = `/${segments.join("/")}${random(15) === 0 ? "/" : ""}${random(10) === 0 ? "?q=/a" : ""}`
    return { method: random(4) === 0 ? methods[random(methods.length)]! : method, typed }
  })
}

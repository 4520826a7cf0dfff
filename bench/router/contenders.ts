import findMyWay from "find-my-way"
import { addRoute as addToRou3, createRouter, findRoute } from "rou3"
import { compileRouter } from "rou3/compiler"
import { parsePattern } from "../../packages/trivet/src/router/pattern.ts"
import { resolve } from "../../packages/trivet/src/router/resolve.ts"
import { addRoute, createRouteTable } from "../../packages/trivet/src/router/route-table.ts"

/** Finds the route of a call and reads its parameters; a number that depends on both, or -1 without a route. */
export type Lookup = (method: string, path: string, names: readonly string[]) => number

type Routes = readonly (readonly [method: string, path: string])[]

/** Trivet's router. */
export function trivet(routes: Routes, cache: boolean): Lookup {
  const table = createRouteTable<number>({ cache })
  for (const [index, [method, path]] of routes.entries()) addRoute(table, method, parsePattern(path), index)
  return (method, path, names) => {
    const match = resolve(table, method, path)
    if (match === undefined) return -1
    let sum = match.value
    for (let i = 0; i < names.length; i++) sum += match.values[match.names.indexOf(names[i]!)]!.length
    return sum
  }
}

/** find-my-way; `compiled` lets it generate code for its trees. Spared the work of reading a query. */
export function findMyWayLookup(routes: Routes, compiled: boolean): Lookup {
  const router = findMyWay({ querystringParser: () => undefined, maxParamLength: 1000 })
  for (const [index, [method, path]] of routes.entries()) {
    router.on(method as findMyWay.HTTPMethod, path, () => undefined, { index })
  }
  if (compiled) (router as unknown as { compile: () => void }).compile()
  return (method, path, names) => {
    const found = router.find(method as findMyWay.HTTPMethod, path)
    if (found === null) return -1
    let sum = (found.store as { index: number }).index
    for (let i = 0; i < names.length; i++) sum += found.params[names[i]!]!.length
    return sum
  }
}

/** rou3; `compiled` lets it generate code. Its wildcard needs a name, which is `_` here. */
export function rou3Lookup(routes: Routes, compiled: boolean): Lookup {
  const router = createRouter<number>()
  for (const [index, [method, path]] of routes.entries())
    addToRou3(router, method, path.replace("*", "**:_"), index)
  const generated = compileRouter(router)
  const find = compiled ? generated : (method: string, path: string) => findRoute(router, method, path)
  return (method, path, names) => {
    const found = find(method, path)
    if (found === undefined) return -1
    let sum = found.data
    for (let i = 0; i < names.length; i++) sum += found.params![names[i] === "*" ? "_" : names[i]!]!.length
    return sum
  }
}

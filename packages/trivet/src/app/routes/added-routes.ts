import type { MiddlewareEntry } from "../../context/middleware.ts"
import { Fault } from "../../fault/fault.ts"
import { Binding } from "../../inject/container.ts"
import { token } from "../../inject/token.ts"
import { checkRoutes } from "../../module/routes/check-routes.ts"
import { type FlatRoute, type PlacedMiddleware, titleOfRoute } from "../../module/routes/flat-route.ts"
import { flattenRoutes } from "../../module/routes/flatten-routes.ts"
import type { ModuleNode } from "../../module/module-node.ts"
import { nameOfMiddleware, placedBy, type Wiring } from "../../module/wire.ts"

const name = "(added at run time)"

/** Reads a record that is added while the application runs, with its children. Throws the first fault in it. */
export function readAddedRoutes(record: unknown, wiring: Wiring): readonly FlatRoute[] {
  const module = wiring.graph.modules.at(-1) ?? wiring.graph.provided
  const controller = new Binding(token(name), module, () => undefined)
  controller.instance = {}
  const faults: Fault[] = []
  const routes = flattenRoutes({ name, routes: undefined }, [record], faults).map(
    ({ entries, ...leaf }): FlatRoute => {
      const title = titleOfRoute(leaf)
      const middlewares = entries.map((entry) => placedFor(entry, title, module, wiring))
      return { ...leaf, middlewares, controller, module }
    },
  )
  const [first] = [...faults, ...checkRoutes(routes, wiring)]
  if (first !== undefined) throw first
  return routes
}

/**
 * Instances are created at boot only. A class resolves to the instance that is visible in the root module, or to one
 * that a route already uses.
 */
function placedFor(
  entry: MiddlewareEntry,
  route: string,
  root: ModuleNode,
  wiring: Wiring,
): PlacedMiddleware {
  if (typeof entry !== "function") return { name: nameOfMiddleware(entry), instance: entry }
  const found = root.find(entry, name)
  if (found instanceof Binding) return placedBy(found, found.instance)
  const lists = [wiring, ...wiring.routes].map(({ middlewares }) => middlewares)
  const known = lists.flat().find(({ binding }) => binding?.token === entry)
  if (known !== undefined) return known
  throw new Fault("MIDDLEWARE_NOT_MADE", { middleware: entry.name, route })
}

import { isGuard } from "../../context/anyone.ts"
import { requestKind } from "../../context/kind.ts"
import { Fault } from "../../fault/fault.ts"
import { openLocator } from "../../fault/place/locate.ts"
import {
  type FlatRoute,
  middlewaresFor,
  type PlacedMiddleware,
  titleOfRoute,
  writtenOf,
} from "./flat-route.ts"

/** One fault that lists all routes without a guard; empty if each has one. */
export function findUnguarded(
  routes: readonly FlatRoute[],
  outermost: readonly PlacedMiddleware[],
): readonly Fault[] {
  const outer = middlewaresFor(requestKind, outermost)
  // Commands and jobs are not called from outside.
  const unguarded = routes.filter(
    ({ kind, middlewares }) =>
      kind.name === requestKind.name && ![...outer, ...middlewares].some(({ instance }) => isGuard(instance)),
  )
  const [first] = unguarded
  if (first === undefined) return []
  return [new Fault("ROUTES_UNGUARDED", { routes: listed(unguarded) }, writtenOf(first))]
}

function listed(routes: readonly FlatRoute[]): string {
  const locator = openLocator()
  const lines = routes.map((route) => {
    const { subject, marks } = writtenOf(route)
    return `\n     ${titleOfRoute(route)}  ${locator.locate(subject, marks) ?? route.controller.name}`
  })
  locator.close()
  return lines.join("")
}

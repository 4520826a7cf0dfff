import { Fault } from "../fault/fault.ts"
import { type FlatRoute, type PlacedMiddleware, titleOf } from "./flat-route.ts"

/** Finds what is wrong between routes: two that match the same calls, and middlewares that need what comes later. */
export function checkRoutes(routes: readonly FlatRoute[], outermost: readonly PlacedMiddleware[]): Fault[] {
  return [...findConflicts(routes), ...routes.flatMap((route) => findUnprovided(route, outermost))]
}

function findConflicts(routes: readonly FlatRoute[]): Fault[] {
  const taken = new Map<string, FlatRoute>()
  const faults: Fault[] = []
  for (const route of routes) {
    const key = `${route.method ?? ""} ${route.pattern.shape}`
    const first = taken.get(key)
    if (first === undefined) taken.set(key, route)
    else faults.push(conflict(first, route))
  }
  return faults
}

function conflict(first: FlatRoute, second: FlatRoute): Fault {
  const details = {
    first: titleOf(first.method, first.path),
    firstController: first.controller.name,
    second: titleOf(second.method, second.path),
    secondController: second.controller.name,
  }
  return new Fault("ROUTE_CONFLICT", details, { subject: second.handler })
}

function findUnprovided(route: FlatRoute, outermost: readonly PlacedMiddleware[]): Fault[] {
  const provided = new Set<string>()
  const faults: Fault[] = []
  for (const { name, instance } of [...outermost, ...route.middlewares]) {
    for (const key of listOf(instance.needs)) {
      if (provided.has(key)) continue
      const details = { middleware: name, route: titleOf(route.method, route.path), key }
      faults.push(new Fault("VALUE_NOT_PROVIDED", details, { subject: instance.constructor }))
    }
    for (const key of listOf(instance.provides)) provided.add(key)
  }
  return faults
}

function listOf(keys: unknown): readonly string[] {
  // A stand-in for a middleware that could not be made has no list.
  return Array.isArray(keys) ? (keys as readonly string[]) : []
}

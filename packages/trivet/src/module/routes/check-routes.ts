import { Fault, isFault } from "../../fault/fault.ts"
import type { FaultExtras } from "../../fault/portable-fault.ts"
import { findUnguarded } from "./find-unguarded.ts"
import {
  type FlatRoute,
  middlewaresFor,
  type PlacedMiddleware,
  titleOfRoute,
  writtenOf,
} from "./flat-route.ts"

/** The settings of the application that apply to all routes. */
export interface RouteSurroundings {
  readonly middlewares: readonly PlacedMiddleware[]
  readonly guards: "required" | undefined
}

/**
 * Finds faults between routes: two that match the same calls, middlewares whose needs are provided too late or never,
 * and unguarded routes if guards are required.
 */
export function checkRoutes(
  routes: readonly FlatRoute[],
  { middlewares: outermost, guards }: RouteSurroundings,
): Fault[] {
  const kinds = new Set(routes.map(({ kind }) => kind))
  const provided = new Map([...kinds].map((kind) => [kind, providedBy(middlewaresFor(kind, outermost))]))
  // Reported once, not for every route.
  const outer = findUnprovided(outermost, new Set(), "the application")
  const inner = routes.flatMap((route) => {
    const place = `\`${titleOfRoute(route)}\``
    return findUnprovided(route.middlewares, new Set(provided.get(route.kind)), place, writtenOf(route))
  })
  const unguarded = guards === "required" ? findUnguarded(routes, outermost) : []
  return [...findConflicts(routes), ...outer, ...inner, ...unguarded, ...routes.flatMap(announce)]
}

/** Tells the middlewares of a route about it, and returns the faults that they throw. */
function announce(route: FlatRoute): Fault[] {
  const { method, path, record } = route
  const { accepts, returns, opens } = record
  const wrapped = { method, path, accepts, returns, isSocket: opens !== undefined }
  const faults: Fault[] = []
  if (record.idempotencyKey !== undefined && !route.middlewares.some(({ instance }) => readsKey(instance)))
    faults.push(new Fault("IDEMPOTENCY_KEY_UNREAD", { route: titleOfRoute(route) }, writtenOf(route)))
  for (const { instance } of route.middlewares) {
    try {
      // A placeholder for a middleware that could not be created has no methods.
      if (typeof instance.onRoute === "function") instance.onRoute(wrapped)
    } catch (error) {
      if (!isFault(error)) throw error
      faults.push(Object.assign(error, writtenOf(route)))
    }
  }
  return faults
}

function readsKey({ requiredHeaders = {} }: PlacedMiddleware["instance"]): boolean {
  return Object.keys(requiredHeaders).some((name) => name.toLowerCase() === "idempotency-key")
}

function findConflicts(routes: readonly FlatRoute[]): Fault[] {
  const taken = new Map<string, FlatRoute>()
  const faults: Fault[] = []
  for (const route of routes) {
    const key = `${route.kind.name} ${route.method ?? ""} ${route.pattern.shape}`
    const first = taken.get(key)
    if (first === undefined) taken.set(key, route)
    else faults.push(conflict(first, route))
  }
  return faults
}

function conflict(first: FlatRoute, second: FlatRoute): Fault {
  const details = {
    first: titleOfRoute(first),
    firstController: first.controller.name,
    second: titleOfRoute(second),
    secondController: second.controller.name,
  }
  return new Fault("ROUTE_CONFLICT", details, writtenOf(second))
}

function findUnprovided(
  middlewares: readonly PlacedMiddleware[],
  provided: Set<string>,
  place: string,
  written?: FaultExtras,
): Fault[] {
  const faults: Fault[] = []
  for (const { name, instance } of middlewares) {
    for (const key of listOf(instance.needs)) {
      if (provided.has(key)) continue
      const extras = written ?? { subject: instance.constructor }
      faults.push(new Fault("VALUE_NOT_PROVIDED", { middleware: name, place, key }, extras))
    }
    for (const key of listOf(instance.provides)) provided.add(key)
  }
  return faults
}

function providedBy(middlewares: readonly PlacedMiddleware[]): readonly string[] {
  return middlewares.flatMap(({ instance }) => listOf(instance.provides))
}

function listOf(keys: unknown): readonly string[] {
  // A placeholder for a middleware that could not be created has no list.
  return Array.isArray(keys) ? (keys as readonly string[]) : []
}

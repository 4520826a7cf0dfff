import type { ApiDocument, Operation } from "./api-document.ts"
import type { Change, RouteChange } from "./change.ts"
import { compareLifetimes, removedRoute } from "./compare-lifetimes.ts"
import { compareReplies } from "./compare-replies.ts"
import { compareRequests } from "./compare-requests.ts"
import type { Pair } from "./compare-schemas.ts"
import { compareSecurity } from "./compare-security.ts"
import { resolverOf } from "./schema/schema.ts"
import { createUnchanged } from "./schema/walk.ts"

const methods = ["get", "head", "post", "put", "patch", "delete", "options"]

interface PlacedOperation {
  readonly route: string
  readonly operation: Operation
}

/**
 * Finds every change between two OpenAPI 3.1 documents: breaking if a client of the older one may fail, or if it cannot
 * be decided. `today` (`2026-03-01`) decides whether the sunset of a removed route has passed.
 */
export function compareDocuments(before: ApiDocument, after: ApiDocument, today: string): readonly Change[] {
  const pair: Pair = {
    before: resolverOf(before),
    after: resolverOf(after),
    isUnchanged: createUnchanged(before.components?.schemas ?? {}, after.components?.schemas ?? {}),
  }
  const [were, are] = [operationsOf(before), operationsOf(after)]
  const changes: Change[] = []
  const add = ({ route, operation }: PlacedOperation, found: readonly RouteChange[]) =>
    found.forEach((change) => changes.push({ route, operationId: operation.operationId ?? "", ...change }))
  for (const key of [...new Set([...were.keys(), ...are.keys()])].toSorted()) {
    const [was, is] = [were.get(key), are.get(key)]
    if (was === undefined)
      add(is!, [{ place: "route", verdict: "safe", change: "new", why: "nobody calls it yet" }])
    else if (is === undefined) add(was, [removedRoute(was.operation, today)])
    else {
      const both = [was.operation, is.operation] as const
      add(is, [
        ...compareIds(...both),
        ...compareLifetimes(...both),
        ...compareSecurity(both, [before, after]),
        ...compareRequests(...both, pair),
        ...compareReplies(both, [before, after], pair),
      ])
    }
  }
  return changes
}

/** Operations by method and path, without parameter names: they are not part of a request. */
function operationsOf({ paths }: ApiDocument): ReadonlyMap<string, PlacedOperation> {
  const found = new Map<string, PlacedOperation>()
  for (const [path, item] of Object.entries(paths))
    for (const method of methods) {
      const operation = item[method]
      if (operation === undefined) continue
      const route = `${method.toUpperCase()} ${titleOf(path, operation)}`
      found.set(`${path.replaceAll(/\{[^}]*\}/g, "{}")} ${method}`, { route, operation })
    }
  return found
}

/** A path as a record has it: `/posts/:id`. */
function titleOf(path: string, { parameters = [] }: Operation): string {
  const wild = new Set(parameters.filter((one) => one["x-wildcard"] === true).map(({ name }) => name))
  return path.replaceAll(/\{([^}]*)\}/g, (_, name: string) => (wild.has(name) ? "*" : `:${name}`))
}

function compareIds(before: Operation, after: Operation): readonly RouteChange[] {
  if (before.operationId === after.operationId) return []
  return [
    {
      place: "route",
      verdict: "safe",
      change: `operationId: ${before.operationId ?? "none"} → ${after.operationId ?? "none"}`,
      why: "it is not sent; functions of generated clients are named after it",
    },
  ]
}

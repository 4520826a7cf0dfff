import { commandKind } from "../../context/kind.ts"
import type { Kind } from "../../context/kinds.ts"
import type { Middleware } from "../../context/middleware.ts"
import type { Binding } from "../../inject/container.ts"
import type { Pattern } from "../../router/pattern.ts"
import type { ModuleNode } from "../module-node.ts"
import type { Handler, Route } from "./route.ts"

/** A middleware of a route: its instance, and how it was created. */
export interface PlacedMiddleware {
  readonly name: string
  readonly instance: Middleware
  /** How it was created; `undefined` for a ready object. */
  readonly binding?: Binding
}

/** The middlewares of the application that wrap calls of a kind. */
export function middlewaresFor(
  kind: Kind,
  middlewares: readonly PlacedMiddleware[],
): readonly PlacedMiddleware[] {
  // A placeholder for a middleware that could not be created has no list.
  return middlewares.filter(
    ({ instance: { kinds } }) => !Array.isArray(kinds) || (kinds as readonly string[]).includes(kind.name),
  )
}

/** A route with its groups applied: the whole path, and all middlewares, outermost first. */
export interface FlatRoute {
  readonly kind: Kind
  /** `undefined` unless it is of the kind `request`. */
  readonly method: Route["method"]
  readonly path: string
  readonly pattern: Pattern
  readonly handler: Handler
  readonly middlewares: readonly PlacedMiddleware[]
  readonly controller: Binding
  readonly module: ModuleNode
  /** The record as written in the controller, with any additional fields. */
  readonly record: Route<string>
}

/** The location of a route's record in `routes()`, for faults. */
export function writtenOf(route: FlatRoute): {
  readonly subject: unknown
  readonly marks: readonly string[]
} {
  const { routes } = route.controller.instance as { routes?: unknown }
  return { subject: routes, marks: marksOf(route.record) }
}

/** The texts by which a record is found in the source. */
export function marksOf({ path, method }: Route<string>): readonly string[] {
  return [path, ...(typeof method === "string" ? [method] : []), ...(method === "ANY" ? ["mount"] : [])]
}

/** A readable name of a route: `GET /posts/:id`, or a command's name. */
export function titleOf(method: string | undefined, path: string): string {
  return method === undefined ? path : `${method} ${path}`
}

/** The same for a route of any kind. Other kinds than requests and commands are named: `job mails/send`. */
export function titleOfRoute({ kind, method, path }: Pick<FlatRoute, "kind" | "method" | "path">): string {
  return titleOf(method ?? (kind.name === commandKind.name ? undefined : kind.name), path)
}

import type { DeclarationDescription } from "trivet/extend"
import type { SerializedApp } from "../inspect/report.ts"

/** A module as a box: its name and its declarations. */
export interface ModuleBox {
  readonly name: string
  readonly declarations: readonly (Pick<DeclarationDescription, "name" | "kind"> & {
    readonly exported: boolean
    /** The number of a controller's records, by kind. */
    readonly routes: Readonly<Record<string, number>>
  })[]
}

/** An import of one module by another, and what its declarations inject from it. */
export interface ModuleArrow {
  readonly from: string
  readonly to: string
  readonly uses: readonly string[]
}

/** The injection of one declaration by another. */
export interface ServiceArrow {
  readonly from: { readonly module: string; readonly name: string }
  readonly to: { readonly module: string; readonly name: string }
}

/** Modules and services with their connections. Services of the application itself, such as `Log`, are omitted. */
export interface ModuleGraph {
  readonly boxes: readonly ModuleBox[]
  readonly arrows: readonly ModuleArrow[]
  readonly services: readonly ServiceArrow[]
}

/** The graph of an application; with a name, only of that module and its neighbours. */
export function moduleGraph(app: SerializedApp, around = ""): ModuleGraph {
  const near = (name: string) =>
    around === "" ||
    name === around ||
    app.modules.some((node) => {
      const joined = (one: string, other: string) => node.name === one && node.imports.includes(other)
      return joined(around, name) || joined(name, around)
    })
  const modules = app.modules.filter(({ name }) => near(name))
  const names = new Set(modules.map(({ name }) => name))
  const services = modules.flatMap((node) =>
    node.declarations.flatMap((declaration) =>
      declaration.injects
        .filter((injected) => names.has(injected.module))
        .map((to) => ({ from: { module: node.name, name: declaration.name }, to })),
    ),
  )
  return {
    boxes: modules.map((node) => ({
      name: node.name,
      declarations: node.declarations.map(({ name, kind }) => ({
        name,
        kind,
        exported: node.exports.includes(name),
        routes: countKinds(
          app.routes.filter((route) => route.module === node.name && route.controller === name),
        ),
      })),
    })),
    arrows: modules.flatMap((node) =>
      node.imports
        .filter((imported) => names.has(imported))
        .map((to) => ({ from: node.name, to, uses: usesBetween(app, services, node.name, to) })),
    ),
    services,
  }
}

function countKinds(routes: readonly { readonly kind: string }[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { kind } of routes) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

/** What a module uses of another: by injection, and as middlewares of its routes. */
function usesBetween(
  app: SerializedApp,
  services: readonly ServiceArrow[],
  from: string,
  to: string,
): readonly string[] {
  const injected = services.filter((arrow) => arrow.from.module === from && arrow.to.module === to)
  const placed = app.routes
    .filter((route) => route.module === from)
    .flatMap((route) => route.middlewares.filter((middleware) => middleware.module === to))
  return [...new Set([...injected.map((arrow) => arrow.to.name), ...placed.map(({ name }) => name)])]
}

/** The number of a controller's records by kind, as text. */
export function routesNote(routes: Readonly<Record<string, number>>): string {
  const counts = Object.entries(routes).map(([kind, count]) => {
    const name = kind === "request" ? "route" : kind
    return `${count} ${count === 1 ? name : `${name}s`}`
  })
  return counts.length === 0 ? "" : ` ${counts.join(", ")}`
}

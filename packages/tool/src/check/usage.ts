import type { InjectedDescription, ModuleDescription } from "trivet/extend"
import type { SerializedApp } from "../inspect/report.ts"

/** The use of a declaration by another module, or by its own. */
export interface Use {
  readonly by: string
  readonly name: string
  readonly owner: string
}

/** All uses of declarations: by injection, and as middlewares of routes and of the application. */
export function usesOf(app: SerializedApp): readonly Use[] {
  const injected = (by: string, injects: readonly InjectedDescription[]): Use[] =>
    injects.map(({ name, module: owner }) => ({ by, name, owner }))
  const root = app.modules.at(-1)?.name ?? ""
  const placed = [
    ...app.middlewares.map((middleware) => ({ by: root, middleware })),
    ...app.routes.flatMap(({ module: by, middlewares }) =>
      middlewares.map((middleware) => ({ by, middleware })),
    ),
  ]
  return [
    ...app.modules.flatMap((node) =>
      node.declarations.flatMap(({ injects }) => injected(node.name, injects)),
    ),
    ...placed.flatMap(({ by, middleware }) => [
      ...(middleware.module === undefined ? [] : [{ by, name: middleware.name, owner: middleware.module }]),
      ...injected(middleware.module ?? by, middleware.injects),
    ]),
  ]
}

/** The module that declares what a module exports under a name: itself, or one that it re-exports. */
export function ownerOf(
  app: SerializedApp,
  node: ModuleDescription,
  name: string,
  seen: ReadonlySet<string> = new Set<string>(),
): string | undefined {
  if (node.declarations.some((declaration) => declaration.name === name)) return node.name
  if (seen.has(node.name)) return undefined
  return importsOf(app, node)
    .filter((imported) => imported.exports.includes(name))
    .map((imported) => ownerOf(app, imported, name, new Set([...seen, node.name])))
    .find((owner) => owner !== undefined)
}

/** The modules that a module imports. */
export function importsOf(app: SerializedApp, node: ModuleDescription): readonly ModuleDescription[] {
  return app.modules.filter(({ name }) => node.imports.includes(name))
}

/** A service by its number: what it injects, by number too. */
export interface ServiceShape {
  readonly name: string
  readonly injects: readonly number[]
}

/** A module by its number: three services that it exports, one controller that injects them. */
export interface ModuleShape {
  readonly name: string
  readonly imports: readonly number[]
  readonly services: readonly number[]
  readonly path: string
}

/** The method and the path, below the controller's, of one of its routes. */
export type RouteShape = readonly [method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string]

const moduleCount = 100
const perModule = 3

/**
 * 300 services. Each injects one to three of those before it, so that about eight stand on each other, as in a real
 * application; the first has none before it.
 */
export const services: readonly ServiceShape[] = Array.from({ length: moduleCount * perModule }, (_, at) => {
  const before = [2, 3, 5].slice(0, 1 + (at % 3)).map((part) => Math.floor((at - 1) / part))
  return { name: `Service${at}`, injects: at === 0 ? [] : [...new Set(before)] }
})

/** 100 modules. Each imports those whose services its own inject. */
export const modules: readonly ModuleShape[] = Array.from({ length: moduleCount }, (_, at) => {
  const own = Array.from({ length: perModule }, (__, which) => at * perModule + which)
  const needed = own.flatMap((service) => services[service]!.injects.map(moduleOf))
  const imports = [...new Set(needed)].filter((other) => other !== at)
  return { name: `Module${at}`, imports, services: own, path: `/things${at}` }
})

/** The ten routes of each controller: 1,000 in all. */
export const routeShapes: readonly RouteShape[] = [
  ["GET", ""],
  ["POST", ""],
  ["GET", "/:id"],
  ["PUT", "/:id"],
  ["PATCH", "/:id"],
  ["DELETE", "/:id"],
  ["GET", "/:id/items"],
  ["POST", "/:id/items"],
  ["GET", "/:id/items/:item"],
  ["DELETE", "/:id/items/:item"],
]

function moduleOf(service: number): number {
  return Math.floor(service / perModule)
}

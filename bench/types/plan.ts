/** How many routes a controller answers, in every shape. */
export const routesPerController = 10
const controllersPerModule = 5

/** One controller of a generated application. */
export interface PlannedController {
  /** As in a path and a file name: `items7`. */
  readonly name: string
  /** As in a class name: `Items7`. */
  readonly title: string
}

/** One module, in a folder of its own. */
export interface PlannedModule {
  readonly name: string
  readonly title: string
  readonly controllers: readonly PlannedController[]
}

/** The modules and controllers that hold a number of routes; the same for every shape. */
export function planModules(routeCount: number): PlannedModule[] {
  const controllers = numbered(routeCount / routesPerController, "items", "Items")
  return numbered(Math.ceil(controllers.length / controllersPerModule), "area", "Area").map(
    (area, index) => ({
      ...area,
      controllers: controllers.slice(index * controllersPerModule, (index + 1) * controllersPerModule),
    }),
  )
}

function numbered(length: number, name: string, title: string): PlannedController[] {
  return Array.from({ length }, (_, index) => ({ name: `${name}${index}`, title: `${title}${index}` }))
}

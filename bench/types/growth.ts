/** What the compiler needs for an application with a number of routes. */
export interface Cost {
  readonly routeCount: number
  readonly instantiations: number
  /** In KB. */
  readonly memory: number
}

/** What one more route costs between two sizes. */
export interface Step {
  readonly from: number
  readonly to: number
  readonly instantiations: number
  /** In KB. */
  readonly memory: number
}

// Instantiations are the same in every run. Memory moves a little with the moments at which the collector runs.
const tolerance = { instantiations: 1.01, memory: 1.1 }

/**
 * What one more route costs from each size to the next. The first size is the application without routes, so what it
 * costs to load the framework is in no step.
 */
export function stepsOf(costs: readonly Cost[]): Step[] {
  return costs.slice(1).map((cost, index) => {
    const before = costs[index]!
    const added = cost.routeCount - before.routeCount
    return {
      from: before.routeCount,
      to: cost.routeCount,
      instantiations: (cost.instantiations - before.instantiations) / added,
      memory: (cost.memory - before.memory) / added,
    }
  })
}

/** The steps in which a route costs more than in the step before: there the cost grows faster than the routes. */
export function findFasterGrowth(steps: readonly Step[]): string[] {
  return steps.slice(1).flatMap((step, index) => {
    const before = steps[index]!
    return (["instantiations", "memory"] as const)
      .filter((measure) => step[measure] > before[measure] * tolerance[measure])
      .map(
        (measure) =>
          `from ${step.from} to ${step.to} routes a route costs ${step[measure].toFixed(1)} ${units[measure]}, ` +
          `from ${before.from} to ${before.to} it cost ${before[measure].toFixed(1)}`,
      )
  })
}

const units = { instantiations: "instantiations", memory: "KB" }

import { Fault } from "trivet"
import type { AppDescription, ContractRecord, RouteDescription } from "trivet/extend"
import { type RouteTool, toolOf } from "./tool-of.ts"

/** The tools of the exposed records, by name. Throws a fault for a record that does not belong to exactly one route. */
export function findTools(
  app: AppDescription,
  expose: readonly ContractRecord[],
): ReadonlyMap<string, RouteTool> {
  const tools = new Map<string, RouteTool>()
  for (const record of expose) {
    const found = toolOf(routeOf(app, record))
    const { name } = found.tool
    const same = tools.get(name)
    if (same !== undefined) {
      const both = `${titleOf(same.record)} and ${titleOf(found.record)}`
      throw invalidExposure(`${both} would both be the tool \`${name}\`. Rename a controller or a handler`)
    }
    tools.set(name, found)
  }
  return tools
}

function routeOf({ routes }: AppDescription, record: ContractRecord): RouteDescription {
  const [found, other] = routes.filter((route) => isRouteOf(route, record))
  if (found === undefined) {
    const advice = "Expose records of a contract that a controller of this application implements"
    throw invalidExposure(`${titleOf(record)} in \`expose\` is not a route of this application. ${advice}`)
  }
  if (other === undefined) return found
  const paths = `${found.path} and ${other.path}`
  throw invalidExposure(
    `${titleOf(record)} in \`expose\` is implemented twice, at ${paths}. Make two contracts of it`,
  )
}

/** `implement()` copies a record, but the values of its fields stay the same objects. */
function isRouteOf({ method, record: written }: RouteDescription, record: ContractRecord): boolean {
  const { accepts, returns, about } = record
  return (
    method === record.method &&
    method !== undefined &&
    written.path === record.path &&
    written.accepts === accepts &&
    written.returns === returns &&
    written.about === about
  )
}

function titleOf({ method, path }: ContractRecord): string {
  return method === undefined ? `the command ${path}` : `${method} ${path}`
}

function invalidExposure(reason: string): Fault {
  return new Fault("OPTION_INVALID", { what: "`mcp()`", reason })
}

import { Fault } from "trivet"
import type { RouteDescription, SecurityScheme } from "trivet/extend"

type Requirement = Readonly<Record<string, readonly string[]>>

/**
 * The security requirements of a route: a caller must satisfy one of them, with all schemes that it names. Each scheme
 * lists the names of `allows`, as OpenAPI defines it for roles. Empty if no credentials are required; contains an empty
 * requirement if they are optional.
 */
export function requirementsOf({ access }: Pick<RouteDescription, "access">): readonly Requirement[] {
  const { ways, allows } = access
  if (ways.every((way) => way.length === 0)) return []
  const names = allows.reduce<readonly (readonly string[])[]>(
    (all, list) => all.flatMap((before) => list.map((name) => [...new Set([...before, name])])),
    [[]],
  )
  return ways.flatMap((way) =>
    (way.length === 0 ? [[]] : names).map((needed) =>
      Object.fromEntries(way.map((scheme) => [scheme, needed])),
    ),
  )
}

/** All schemes that middlewares of these routes declare, by name. Two with the same name must be equal. */
export function securitySchemesOf(
  routes: readonly RouteDescription[],
): Readonly<Record<string, SecurityScheme>> {
  const schemes: Record<string, SecurityScheme> = {}
  for (const { name, scheme } of routes.flatMap((route) =>
    route.middlewares.flatMap((one) => one.security),
  )) {
    const present = schemes[name]
    if (present !== undefined && JSON.stringify(present) !== JSON.stringify(scheme)) {
      const reason = `two middlewares declare different security schemes named "${name}"`
      throw new Fault("OPTION_INVALID", { what: "openapi()", reason })
    }
    schemes[name] = scheme
  }
  return schemes
}

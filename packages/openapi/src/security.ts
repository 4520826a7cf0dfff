import { Fault, type RouteDescription, type SecurityScheme } from "trivet"

type Requirement = Readonly<Record<string, readonly never[]>>

/**
 * What a caller must show on a route: any one of these, and all that it names. None where nothing is asked for; an empty
 * one where credentials are optional.
 */
export function requirementsOf({ middlewares }: RouteDescription): readonly Requirement[] {
  const asking = middlewares.filter(({ security }) => security.length > 0)
  if (asking.length === 0) return []
  return asking.reduce<readonly Requirement[]>(
    (all, { security }) =>
      all.flatMap((before) => [
        ...(security.some(({ optional }) => optional) ? [before] : []),
        ...security.map(({ name }) => ({ ...before, [name]: [] })),
      ]),
    [{}],
  )
}

/** All schemes that middlewares on these routes declare, by name. Two that share a name must be the same. */
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

import { isGuard } from "../../context/anyone.ts"
import type { Middleware } from "../../context/middleware.ts"

/** Who may call a route, as its middlewares declare it. */
export interface AccessDescription {
  /** Whether a guard, or `anyone`, decides it. If not, the route is public because it has no guard. */
  readonly decided: boolean
  /**
   * The alternatives to get access, of which one is enough. Each lists the security schemes that it needs; an empty one
   * needs none.
   */
  readonly ways: readonly (readonly string[])[]
  /** Lists of callers, as the `allows` of each middleware names them. A caller must be in each of them. */
  readonly allows: readonly (readonly string[])[]
}

/** Combines what the middlewares of a route declare. */
export function describeAccess(middlewares: readonly Middleware[]): AccessDescription {
  const asked = middlewares.map(({ security = [] }) => [security].flat()).filter((one) => one.length > 0)
  const ways = asked.reduce<readonly (readonly string[])[]>(
    (all, security) =>
      all.flatMap((before) => [
        ...(security.some(({ optional }) => optional) ? [before] : []),
        ...security.map(({ name }) => [...new Set([...before, name])]),
      ]),
    [[]],
  )
  return {
    decided: middlewares.some(isGuard),
    ways,
    allows: middlewares.flatMap(({ allows }) => (allows === undefined ? [] : [allows])),
  }
}

/**
 * Whether a caller may pass, by the schemes that it has credentials for and the names that `allows` has for it.
 *
 * @example
 * ```ts
 * import { type RouteDescription, isOpenTo } from "trivet/extend"
 *
 * export const isPublic = ({ access }: RouteDescription): boolean => isOpenTo(access, {})
 * ```
 */
export function isOpenTo(
  { ways, allows }: AccessDescription,
  {
    credentials: has = [],
    roles: is = [],
  }: { readonly credentials?: readonly string[]; readonly roles?: readonly string[] },
): boolean {
  return (
    ways.some((way) => way.every((name) => has.includes(name))) &&
    allows.every((names) => names.some((name) => is.includes(name)))
  )
}

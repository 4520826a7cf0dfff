import type { MiddlewareDescription } from "trivet/extend"
import type { SerializedRoute } from "../../inspect/report.ts"
import { placeOf, type Rule, titleOf } from "../rule.ts"

const changing: ReadonlySet<unknown> = new Set(["POST", "PUT", "PATCH", "DELETE", "ANY"])
const identity = /user|account|session|auth|api_?key|token|principal|identity|tenant|role/i
const guardName = /auth|guard|session|api_?key|signature|permission|role|limitedto|protect/i
// Routes that clients without credentials must be able to call.
const opening = /\/(?:log-?in|log-?out|sign-?in|sign-?up|sign-?out|register|token|refresh|session|password)$/

/** A route that changes state and that everyone may call. */
export const routeUnguarded: Rule = {
  code: "ROUTE_UNGUARDED",
  finds: "a POST, PUT, PATCH or DELETE route, or a mounted handler, without a middleware that authenticates",
  find: (app) =>
    app.routes
      .filter((route) => route.served && changing.has(route.method) && !opening.test(route.path))
      .filter((route) => !route.access.decided && !route.middlewares.some(authenticates))
      // A handler is mounted at a path and below it: one finding is enough.
      .filter((route, _, found) => !found.some((one) => isBelowMount(route, one)))
      .map((route) => ({
        subject: titleOf(route),
        message: `\`${titleOf(route)}\` ${route.method === "ANY" ? "may change" : "changes"} state, and none of its middlewares authenticates: none declares \`security\` or provides a value such as \`user_id\`.`,
        where: placeOf(route),
        fix: "Add a guard: a middleware with `security`. If the route is public on purpose, write `middlewares: [anyone]`.",
      })),
}

/** A middleware that a route has twice. */
export const middlewareTwice: Rule = {
  code: "MIDDLEWARE_TWICE",
  finds: "a middleware that runs twice for one call",
  find: (app) =>
    app.routes.flatMap((route) => {
      const made = route.middlewares.filter(({ module }) => module !== undefined)
      const twice = made.find((one, at) => made.findIndex((other) => isSameMiddleware(one, other)) !== at)
      if (twice === undefined) return []
      return [
        {
          subject: titleOf(route),
          message: `\`${twice.name}\` is listed twice for \`${titleOf(route)}\`: it runs twice in each call.`,
          where: placeOf(route),
          fix: `List it once: on the route, on its group or on the application.`,
        },
      ]
    }),
}

/** A route that accepts API keys with scopes and requires no permission. */
export const scopesUnchecked: Rule = {
  code: "SCOPES_UNCHECKED",
  finds: "a route that accepts API keys with scopes, without `can()` to check them",
  find: (app) =>
    app.routes
      .filter(
        ({ served, middlewares }) => served && middlewares.some(({ name }) => name === "ScopedApiKeyAuth"),
      )
      // `can()` sets `allows`.
      .filter(({ middlewares }) => middlewares.every(({ allows }) => allows === undefined))
      .map((route) => ({
        subject: titleOf(route),
        message: `\`${titleOf(route)}\` accepts API keys with scopes, and none of its middlewares checks a permission: every key of a user opens it.`,
        where: placeOf(route),
        fix: "Add `can()` with the permission that the route needs, or replace `ScopedApiKeyAuth` with `ApiKeyAuth`, which rejects keys with scopes.",
      })),
}

/** Whether a middleware rejects callers, as far as its declarations and its name show. */
export function authenticates({ name, provides, security }: MiddlewareDescription): boolean {
  // A middleware with optional credentials rejects no requests, whatever its name is.
  if (security.some(({ optional }) => optional)) return false
  return security.length > 0 || provides.some((key) => identity.test(key)) || guardName.test(name)
}

function isBelowMount(route: SerializedRoute, mounted: SerializedRoute): boolean {
  return route.method === "ANY" && mounted.method === "ANY" && route.path === `${mounted.path}/*`
}

function isSameMiddleware(one: MiddlewareDescription, other: MiddlewareDescription): boolean {
  return one.name === other.name && one.module === other.module
}

import type { Middleware } from "./middleware.ts"

/**
 * A guard that lets every call pass. It marks a route as public on purpose:
 * `get("/", this.home, { middlewares: [anyone] })`. Boot leaves it out of the chain, so it costs a call nothing.
 */
export const anyone: Middleware & { readonly security: readonly [] } = {
  name: "anyone",
  security: [],
  handle: (_ctx, next) => next(),
}

/** Whether a middleware decides who may call a route: it requires credentials, or says that it requires none. */
export function isGuard({ security }: Pick<Middleware, "security">): boolean {
  if (security === undefined) return false
  // Optional credentials exclude no caller, and do not say whether that is intended.
  return ![security].flat().some(({ optional }) => optional)
}

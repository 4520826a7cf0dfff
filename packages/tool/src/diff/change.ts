/** One difference between two documents, as seen by a client of the older one. */
export interface Change {
  /** The route: `POST /posts/:id`. */
  readonly route: string
  readonly operationId: string
  /** The part of the route: `body.title`, `query.page`, `reply 200.id`; `route` for the route itself. */
  readonly place: string
  readonly verdict: "breaking" | "safe"
  /** The difference: `maxLength: 200 → 80`. */
  readonly change: string
  /** The effect on clients. */
  readonly why: string
  /** The fix, for breaking changes. */
  readonly fix?: string
}

/** A change without the route that it belongs to. */
export type RouteChange = Omit<Change, "route" | "operationId">

/** The fix for most breaking changes. */
export const newRoute = "add a new route, and set `about: { deprecated, sunset }` on this one"

/** One difference between two documents, as seen by a client of the older one. */
export interface Change {
  /** The route: `POST /posts/:id`. */
  readonly route: string
  readonly operationId: string
  /** The part of the route: `body.title`, `query.page`, `reply 200.id`; the route itself: `route`. */
  readonly place: string
  readonly verdict: "breaking" | "safe"
  /** What is different: `maxLength: 200 → 80`. */
  readonly change: string
  /** What it means for clients. */
  readonly why: string
  /** What to do, for breaking changes. */
  readonly fix?: string
}

/** A change without the route that it belongs to. */
export type RouteChange = Omit<Change, "route" | "operationId">

/** What to do about most breaking changes. */
export const newRoute = "add a new route, and set `about: { deprecated, sunset }` on this one"

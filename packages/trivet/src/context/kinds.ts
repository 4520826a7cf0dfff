/** The names of the kinds of records. A package can add one with `declare module "trivet"`. */
export interface Kinds {
  /** Called by HTTP requests. */
  request: true
  /** Called on the command line. */
  command: true
  /** Called by a queue. Reserved. */
  job: true
}

/** A kind of records: what calls them, and how their paths are written. */
export interface Kind {
  /** The name in listings and descriptions. */
  readonly name: keyof Kinds & string
  /** Whether a path consists of words (`users/add`) instead of being a URL path (`/users`). */
  readonly words: boolean
}

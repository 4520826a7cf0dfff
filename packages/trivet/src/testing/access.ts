import type { TestRequest } from "./test-incoming.ts"

/** A kind of caller. */
export interface Caller {
  /** The names of the security schemes that its headers satisfy: `["bearer"]`. Default: none, so it is anonymous. */
  readonly credentials?: readonly string[]
  /** Its names in `allows` of middlewares: roles, or `owner` of what `prepare()` makes. Default: none. */
  readonly roles?: readonly string[]
  /** The headers that carry its credentials. Default: none. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The data of one call. */
export interface PreparedCall extends Pick<TestRequest, "query" | "json"> {
  /** The parameters of the path. Default: `1` for each. */
  readonly params?: Readonly<Record<string, string>>
  /** The fields of a form, instead of `json`. */
  readonly form?: Readonly<Record<string, string>>
}

/** The callers of an application, and the data of their calls. */
export interface Access {
  /** The kinds of callers, by name: `{ anonymous: {}, reader: { credentials: ["bearer"], headers } }`. */
  readonly callers: Readonly<Record<string, Caller>>
  /** Creates what a call to a route needs. Runs before each call, because a call may change or delete the data. */
  prepare?(route: { readonly method: string; readonly path: string }): PreparedCall | Promise<PreparedCall>
  /**
   * Whether a reader may get rows or texts of a writer from this route: an administrator reads all orders. Other rows in
   * lists fail a test of `accessCases()`, and `trivet fuzz` reports other texts as leaks: in replies to this route, and
   * in what its calls send, enqueue or log. `written` is the route that took the text, for texts that fewer may read than
   * the rest of its row, such as drafts; it is not known for rows. Default: false, except on routes open to anyone.
   */
  shares?(
    route: { readonly method: string; readonly path: string },
    writer: string,
    reader: string,
    written?: { readonly method: string; readonly path: string },
  ): boolean
}

/** A mail that an application has kept instead of sending it. */
export interface KeptMail {
  readonly subject: string
  readonly text: string
}

/**
 * Makes the callers of an application: `server` is what `createClient()` takes, a `TestApp` or a server elsewhere. It may run
 * more than once on one database, so let it sign up with new addresses each time.
 */
export type AccessSetup = (server: {
  readonly url: string
  fetch(request: Request): Promise<Response>
  /**
   * Returns the next mail to an address, with a text that matches, if given: `await mailTo(email, /token=/)` is the one that
   * confirms an address, whatever else was sent. Mails are kept without `MAIL_URL`. `trivet fuzz` waits up to 10 seconds.
   */
  mailTo(address: string, text?: RegExp): Promise<KeptMail>
}) => Access | Promise<Access>

import type { Kind } from "../../context/kinds.ts"
import type { Accepts } from "../../context/context.ts"
import type { MiddlewareEntry } from "../../context/middleware.ts"
import type { StandardSchema } from "../../schema/standard-schema.ts"

/** The HTTP methods that a route can have. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" | "HEAD"

/** The function of a route. It is called with the context, and with its controller as `this`. Its result is the reply. */
// `never`: the context of a handler is checked together with its path, in `get()`, `group()` and the like.
export type Handler = (ctx: never) => unknown

/** The schema of the body for each status that a route returns; `null` for a status without a body. */
export type Returns = { readonly [status: number]: StandardSchema | null }

/** Documentation of a route, for the OpenAPI document. Only `deprecated` and `sunset` change what is sent. */
export interface RouteAbout {
  /** A longer description, in Markdown. */
  readonly description?: string
  /**
   * The date since which clients should no longer use the route: `"2026-03-01"`. Every reply has the header
   * `Deprecation`.
   */
  readonly deprecated?: string
  /**
   * The date from which the route may be missing: `"2026-09-01"`. Every reply has the header `Sunset`, and `trivet check`
   * fails from this date on. Needs `deprecated`.
   */
  readonly sunset?: string
  /** Whether the OpenAPI document omits the route. Default: false. */
  readonly hidden?: boolean
  /** Example values. */
  readonly examples?: RouteExamples
}

/** Example values for the OpenAPI document. */
export interface RouteExamples {
  /** Path parameters, by name. */
  readonly params?: Readonly<Record<string, unknown>>
  /** Query parameters, by name. */
  readonly query?: Readonly<Record<string, unknown>>
  /** Request headers, by name. */
  readonly headers?: Readonly<Record<string, unknown>>
  /** The body of the request. */
  readonly body?: unknown
  /** The body of the reply, by status. */
  readonly returns?: Readonly<Record<number, unknown>>
}

/** The properties of the terminal, for a record's `print` function. */
export interface PrintOptions {
  /** The width in characters; `undefined` if the output is not a terminal. */
  readonly columns: number | undefined
  /** Whether to print colors. */
  readonly colors: boolean
}

/** The fields of a route record besides method, path and handler. */
export interface RouteOptions {
  /** One line that says what the route does. `--help`, listings and the OpenAPI document show it. */
  readonly summary?: string
  /** Middlewares that run before and after the handler, outermost first. Default: none. */
  readonly middlewares?: readonly MiddlewareEntry[]
  /** The schemas of parameters, query, headers and body. What has no schema is not checked. */
  readonly accepts?: Accepts
  /** The schemas of the replies, by status. Outside production, a result that does not match is a fault. */
  readonly returns?: Returns
  /** Documentation of the route. */
  readonly about?: RouteAbout
  /**
   * Clients of the contract send a new `Idempotency-Key` with each call, and repeat a call that got no reply. The route needs a
   * middleware that reads it: `inTransaction(Db, { idempotencyKey: "required" })`. Default: only what the caller sends.
   */
  readonly idempotencyKey?: "required"
  /** Whether the route is also served while the process is overloaded, such as a health probe. Default: false. */
  readonly serveWhenOverloaded?: boolean
  /** Renders the handler's result as HTML on the web platform; other platforms ignore it. `View` types it. */
  // `never`, as with `print`; `trivet/web` exports the type for views.
  readonly view?: (value: never, page: never) => unknown
  /**
   * Makes the text that the CLI platform prints for the handler's result. Default: a table or a list of fields. With
   * `--json` the value is printed as JSON instead. Other platforms ignore it.
   */
  // `never`: the values that a handler returns are not checked here.
  readonly print?: (value: never, options: PrintOptions) => string
}

/**
 * A route record. With `children` and no `method` it is a group; with a `handler` and no `method` it is a command.
 * `Missing` is only for the compiler: it names what the handler needs and no group or middleware around it provides yet.
 */
export interface Route<Missing extends string = never> extends RouteOptions {
  /**
   * The HTTP method; none in a group, a command or a record of another kind. `"ANY"`, which `mount()` sets, is every
   * method that has no route of its own at this path.
   */
  readonly method?: Method | "ANY"
  /** The kind of a record that is neither a route with a method nor a command. The package of the kind sets it. */
  readonly kind?: Kind
  /** The path, below those of the groups around it. `:name` is a parameter, `*` at the end takes the rest. */
  readonly path: string
  /** The function that handles calls; none in a group. */
  readonly handler?: Handler
  /** The records of a group. */
  readonly children?: readonly Route<string>[]
  /**
   * The object that is `this` in the handler, set by `implement()`. Default: the controller whose `routes()` returned
   * it.
   */
  readonly owner?: object
  /** Opens the connection of a socket, set by `socket()`. It gets the handler, and the guards that decide again later. */
  readonly opens?: (handler: Handler, guards: Handler | undefined) => Handler
  /** The schema of what a socket sends, set by `socket()`. */
  readonly sends?: StandardSchema
  /** Never set; it carries `Missing` for the compiler. */
  readonly missing?: Missing
}

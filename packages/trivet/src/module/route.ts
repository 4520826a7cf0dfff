import type { Accepts } from "../context/context.ts"
import type { MiddlewareEntry } from "../context/middleware.ts"
import type { StandardSchema } from "../schema/standard-schema.ts"

/** The methods a route can have. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" | "HEAD"

/** Answers a call. It is called with its controller as `this`; what it returns becomes the reply. */
// `never`: which context a handler asks for is checked where it meets its path, in `get()`, `group()` and the like.
export type Handler = (ctx: never) => unknown

/** For each status the schema of its body; `null` for a status that has none. */
export type Returns = { readonly [status: number]: StandardSchema | null }

/** What people should know of a route. It changes nothing: descriptions and documents tell it. */
export interface About {
  /** As long as it takes; Markdown. */
  readonly description?: string
  /** Whether clients should stop using it. */
  readonly deprecated?: boolean
  /** Whether to leave it out of public documents. */
  readonly hidden?: boolean
  readonly examples?: RouteExamples
}

/** Values that show what a route takes and gives. */
export interface RouteExamples {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  /** By status. */
  readonly returns?: Readonly<Record<number, unknown>>
}

/** What a terminal is like, for those who lay out text for it. */
export interface PrintOptions {
  /** Its width; `undefined` where the output is no terminal. */
  readonly columns: number | undefined
  readonly colors: boolean
}

/** What a record may say beyond method, path and handler. */
export interface RouteOptions {
  /** One line that says what it does: in `--help`, listings and documents. */
  readonly summary?: string
  readonly middlewares?: readonly MiddlewareEntry[]
  readonly accepts?: Accepts
  readonly returns?: Returns
  readonly about?: About
  /** Whether it is answered also when the process is overloaded and rejects calls: for what watches over it. */
  readonly serveWhenOverloaded?: boolean
  /** Renders what the handler returned, on the web platform; the others ignore it. */
  // `never`, as with `print`; `trivet/web` has the type to write views with.
  readonly view?: (value: never, page: never) => unknown
  /**
   * How the CLI platform shows what the handler returned, where a table or fields would not do. With `--json` the value
   * itself is printed, and other platforms ignore it.
   */
  // `never`: which values a handler returns is its own business.
  readonly print?: (value: never, options: PrintOptions) => string
}

/**
 * A route record. With `children` and no `method` it is a group; with a `handler` and no `method` it is a command.
 * `Missing` is for the compiler alone: what the handler needs and nothing on its way gives yet.
 */
export interface Route<Missing extends string = never> extends RouteOptions {
  readonly method?: Method
  readonly path: string
  readonly handler?: Handler
  readonly children?: readonly Route<string>[]
  /** Whose method the handler is, where another controller declares the record: `implement()` says it. */
  readonly owner?: object
  /** Never set. */
  readonly missing?: Missing
}

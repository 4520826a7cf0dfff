import type { ContextKey, ContextValues } from "../../context/context-values.ts"
import { Reply } from "../../context/reply/reply.ts"
import type { Flash } from "./flash.ts"
import type { Html } from "./html/html.ts"

/** The second argument of a view. */
export interface Page {
  /** The path of the request; `""` for an error page that is made without one. */
  readonly path: string
  /** The `nonce` attribute that every `<script>` and `<style>` of this page needs. It differs for each page. */
  readonly nonce: string
  /** The messages that `flash()` has left. Reading them removes them: the next page has none. */
  readonly flash: readonly Flash[]
  /** Returns a context value that a middleware has set, such as the user; `undefined` if it is not set. */
  get<Key extends ContextKey>(key: Key): ContextValues[Key] | undefined
}

/** Renders the result of a handler as HTML. Layouts and partials are ordinary functions that return `Html`. */
export type View<Data> = (data: Data, page: Page) => Html | Promise<Html>

/**
 * A reply with the view that renders its value, made by `render()`. The API platform sends the value as JSON, and so
 * does the web platform to a client that prefers JSON.
 */
export class ViewReply<Status extends number = number, Value = unknown> extends Reply<Status, Value> {
  /** For the compiler: `instanceof` narrows to `ViewReply` instead of `ViewReply<any, any>`. */
  declare static readonly [Symbol.hasInstance]: (value: unknown) => value is ViewReply
  /** The view; `undefined` for the error page of the site. */
  readonly view: View<Value> | undefined

  constructor(view: View<Value> | undefined, status: Status, value: Value) {
    super(status, undefined, undefined, value)
    this.view = view
  }
}

/** Options of `render()`. */
export interface RenderOptions<Status extends number> {
  /** The HTTP status. Default: 200. Use 422 for a form with errors. */
  readonly status?: Status
}

/**
 * Makes a reply with another view than the record's own, or with another status:
 * `return render(newPostView, form, { status: 422 })`. A client that prefers JSON gets the data with that status.
 */
export function render<Data, const Status extends number = 200>(
  view: View<Data>,
  data: Data,
  { status = 200 as Status }: RenderOptions<Status> = {},
): ViewReply<Status, Data> {
  return new ViewReply(view, status, data)
}

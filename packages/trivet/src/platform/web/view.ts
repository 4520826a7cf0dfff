import type { ContextKey, ContextValues } from "../../context/context-values.ts"
import { Reply } from "../../context/reply.ts"
import type { Flash } from "./flash.ts"
import type { Html } from "./html.ts"

/** What a view may know of the call it answers. */
export interface Page {
  /** The path of the call; `""` where an error page is made without one. */
  readonly path: string
  /** What a `<script>` or `<style>` of this page must carry as `nonce` to be allowed. */
  readonly nonce: string
  /** What `flash()` left for this page. Reading it is showing it: the next page has none. */
  readonly flash: readonly Flash[]
  /** A value of the call, such as the user whom a middleware found; `undefined` when nobody has set it. */
  get<Key extends ContextKey>(key: Key): ContextValues[Key] | undefined
}

/** Renders what a handler returned. Layouts and partials are functions like it. */
export type View<Data> = (data: Data, page: Page) => Html | Promise<Html>

/**
 * A reply with the view that renders its value. `render()` makes it, and the `view` of a record. Where nobody renders it,
 * on another platform or for a client that prefers JSON, it is a reply like any other.
 */
export class ViewReply<Status extends number = number, Value = unknown> extends Reply<Status, Value> {
  /** For the compiler, as in `Reply`. */
  declare static readonly [Symbol.hasInstance]: (value: unknown) => value is ViewReply
  /** Left out where the site's page for errors is to be shown. */
  readonly view: View<Value> | undefined

  constructor(view: View<Value> | undefined, status: Status, value: Value) {
    super(status, undefined, undefined, value)
    this.view = view
  }
}

/** How `render()` answers. */
export interface RenderOptions<Status extends number> {
  /** 200 unless given. A form that has to be filled in again is 422. */
  readonly status?: Status
}

/**
 * Answers with a view that is not the record's own, or with a status: `render(newPostView, form, { status: 422 })`.
 * A client that prefers JSON gets the data with that status.
 */
export function render<Data, const Status extends number = 200>(
  view: View<Data>,
  data: Data,
  { status = 200 as Status }: RenderOptions<Status> = {},
): ViewReply<Status, Data> {
  return new ViewReply(view, status, data)
}

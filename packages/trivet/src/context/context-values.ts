/**
 * The types of the values that middlewares set for handlers, by key. Add your own with
 * `declare module "trivet" { interface ContextValues { user_id: string } }`.
 */
export interface ContextValues {
  /** The id of the call, set by `requestId()`. */
  request_id: string
}

/** A key of `ContextValues`. */
export type ContextKey = keyof ContextValues & string

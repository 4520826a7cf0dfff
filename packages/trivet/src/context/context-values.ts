/**
 * The values that middlewares hand to handlers, by key. An application or a library adds its own with
 * `declare module "trivet" { interface ContextValues { user_id: string } }`.
 */
export interface ContextValues {
  /** The call's id, where `requestId()` is used. */
  request_id: string
}

/** A key under which a value may be kept in a context. */
export type ContextKey = keyof ContextValues & string

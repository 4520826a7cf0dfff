/**
 * The values that middlewares hand to handlers, by key. It is empty here: an application or a library adds its own
 * with `declare module "trivet" { interface ContextValues { user_id: string } }`.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- it exists to be extended
export interface ContextValues {}

/** A key under which a value may be kept in a context. */
export type ContextKey = keyof ContextValues & string

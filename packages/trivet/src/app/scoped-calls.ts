import type { Incoming } from "../context/incoming.ts"
import type { Reply } from "../context/reply.ts"
import type { Fault } from "../fault/fault.ts"
import { type NamedToken, token } from "../inject/token.ts"
import { dispatch, type Dispatcher, reject } from "./dispatch.ts"

/** How an application answers calls. */
export interface Answers {
  dispatch(incoming: Incoming): Reply | Promise<Reply>
  reject(incoming: Incoming, fault: Fault): Promise<Reply>
}

/** Makes that of what dispatch needs. */
export type CreateAnswers = (app: Dispatcher) => Answers

/** Answers calls without a scope. */
export const plainAnswers: CreateAnswers = (app) => ({
  dispatch: (incoming) => dispatch(app, incoming),
  reject: (incoming, fault) => reject(app, incoming, fault),
})

/**
 * The token of a function with which `useCallScope()` makes the application answer its calls in a scope. If nobody calls
 * it during boot, and no service injects `Log`, the application answers them without one.
 */
export const ScopedCalls: NamedToken<(create: CreateAnswers) => void> =
  token<(create: CreateAnswers) => void>("ScopedCalls")

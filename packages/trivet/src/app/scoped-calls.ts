import type { Incoming } from "../context/incoming.ts"
import type { Reply } from "../context/reply.ts"
import type { Fault } from "../fault/fault.ts"
import { type NamedToken, token } from "../inject/token.ts"
import type { Dispatcher } from "./dispatch.ts"

/** How an application answers calls. */
export interface Answers {
  dispatch(incoming: Incoming): Reply | Promise<Reply>
  reject(incoming: Incoming, fault: Fault): Promise<Reply>
}

/**
 * The token of a function with which `useCallScope()` makes the application answer its calls in a scope. If nobody calls
 * it during boot, the application answers them without one, and has loaded no code for it.
 */
export const ScopedCalls: NamedToken<(create: (app: Dispatcher) => Answers) => void> =
  token<(create: (app: Dispatcher) => Answers) => void>("ScopedCalls")

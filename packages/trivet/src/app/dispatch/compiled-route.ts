import type { Call } from "../../context/call.ts"
import type { Reply } from "../../context/reply/reply.ts"

/** A compiled route, or the chain that answers 404. Returns what the outermost middleware returned. */
export type Run = (call: Call) => unknown

/** A route ready to be called. */
export interface CompiledRoute {
  readonly path: string
  /** The name of its controller, for faults. */
  readonly controller: string
  readonly run: Run
  /** Whether it is served even if the process is overloaded. */
  readonly serveWhenOverloaded: boolean
  /** Whether its reply opens a socket. */
  readonly isSocket: boolean
  /** The guards without the handler: they decide again whether a reply that is still being sent may continue. */
  readonly guards: Run | undefined
  /** Makes the reply for a result, as the platform of the route does. */
  readonly write: (result: unknown, call: Call) => Reply | Promise<Reply>
}

/** The result of `CompiledRoute.guards` for a call that is allowed. */
export const passed: unique symbol = Symbol("passed")

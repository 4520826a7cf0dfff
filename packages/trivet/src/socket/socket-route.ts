import type { Call } from "../context/call.ts"
import type { StandardSchema } from "../schema/standard-schema.ts"
import type { SocketLimits } from "./socket-limits.ts"

/** What all connections of one socket route share. */
export interface SocketRoute {
  readonly accepts: StandardSchema | undefined
  readonly sends: StandardSchema | undefined
  readonly limits: Required<SocketLimits>
  /** The handler, with its controller as `this`. */
  readonly handler: (call: Call) => unknown
  /** Returns `passed` for a call that the guards allow; `undefined` for a route without guards. */
  readonly guards: ((call: Call) => unknown) | undefined
}

import type { Connections } from "./connection/connections.ts"
import type { Overload } from "./overload/overload.ts"
import type { Replies } from "./send-reply.ts"

/** State that all requests of one server share. */
export interface Serving extends Replies {
  readonly connections: Connections
  readonly overload: Overload
  stopping: boolean
}

import type { Connections } from "./connection/connections.ts"
import type { Overload } from "./overload/overload.ts"
import type { Replies } from "./send-reply.ts"

/** What one server's calls have in common. */
export interface Serving extends Replies {
  readonly connections: Connections
  readonly overload: Overload
  stopping: boolean
}

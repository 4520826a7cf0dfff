import type { StreamedReplies } from "./call/write-stream.ts"
import type { RejectionBodies } from "./connection/rejection-bodies.ts"
import type { Connections } from "./connection/connections.ts"
import type { Overload } from "./overload/overload.ts"

/** What one server's calls have in common. */
export interface Serving extends StreamedReplies {
  readonly connections: Connections
  readonly overload: Overload
  /** What is sent with errors that the application does not see. */
  readonly bodies: RejectionBodies
  /** From the moment that stopping begins, every reply tells its client to leave the connection. */
  stopping: boolean
}

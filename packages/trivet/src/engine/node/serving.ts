import type { Log } from "../../store/log.ts"
import type { Connections } from "./connections.ts"
import type { Overload } from "./overload.ts"

/** What one server's calls have in common. */
export interface Serving {
  readonly log: Log
  readonly connections: Connections
  readonly overload: Overload
  /** From the moment that stopping begins, every reply tells its client to leave the connection. */
  stopping: boolean
  /** Ends the replies that would never end by themselves. */
  readonly endless: Set<() => void>
}

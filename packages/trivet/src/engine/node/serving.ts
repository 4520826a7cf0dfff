import type { Socket } from "node:net"
import type { Log } from "../../store/log.ts"

/** What one server's calls have in common. */
export interface Serving {
  readonly log: Log
  /** From the moment that stopping begins, every reply tells its client to leave the connection. */
  stopping: boolean
  /** Ends the replies that would never end by themselves. */
  readonly endless: Set<() => void>
  /** All connections that are open. */
  readonly sockets: Set<Socket>
}

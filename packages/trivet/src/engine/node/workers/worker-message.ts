/** The environment variable that makes a process a worker: the port of the other workers, or empty for the first one. */
export const workerVariable = "TRIVET_WORKER"

/** What a worker reports to the supervisor. The first one reports its port, which is then the port of all workers. */
export type WorkerMessage =
  | { readonly trivet: "ready"; readonly port: number }
  /** It stops on its own; a replacement may start already. */
  | { readonly trivet: "stopping" }
  /** Its event loop is running. */
  | { readonly trivet: "heartbeat" }

/** How often a worker sends a heartbeat, in milliseconds. */
export const heartbeatInterval = 500

/** Stops a worker. `replaced`: another worker has taken its place, so the port as a whole stays ready. */
export interface StopMessage {
  readonly trivet: "stop"
  readonly replaced: boolean
}

/** The numbers of serving and of crashed workers. */
export interface WorkerCounts {
  readonly serving: number
  /** Number of workers that exited unexpectedly. */
  readonly deaths: number
}

/** Sent by the supervisor to all workers whenever one starts to serve or exits. */
export interface CountsMessage extends WorkerCounts {
  readonly trivet: "workers"
}

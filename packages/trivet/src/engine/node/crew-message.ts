/** What tells a process that it is a worker of a crew: the port of the others, or nothing where there are none yet. */
export const crewVariable = "TRIVET_WORKER"

/** What a worker tells who watches over it. Only the first has a port to tell; it is that of all others. */
export type WorkerMessage =
  | { readonly trivet: "ready"; readonly port: number }
  /** It will end by itself; somebody may take its place already. */
  | { readonly trivet: "leaving" }
  /** Its event loop turns. */
  | { readonly trivet: "alive" }

/** How often a worker says that it is alive, in milliseconds. */
export const beat = 500

/** What a worker is told. `replaced`: another has taken its place, so the port as a whole stays ready. */
export interface StopMessage {
  readonly trivet: "stop"
  readonly replaced: boolean
}

import type { OptionNames } from "../../fault/check-options.ts"
import type { ManagementOptions } from "./management/management-options.ts"
import type { OverloadOptions } from "./overload/overload.ts"

/** Options of `serve()`. */
export interface ServeOptions {
  /** The port; 0 lets the system choose one. Default: 3000; if `serve()` gets a module, the variable `PORT` comes first. */
  readonly port?: number
  /** The address to listen on. Default: all addresses of this machine. */
  readonly host?: string
  /**
   * Whether the process stops gracefully on SIGTERM, SIGINT and an uncaught exception; after an exception it exits with 1.
   * Default: true.
   */
  readonly signals?: boolean
  /** Milliseconds for which a stopping server, already not ready, still accepts connections. Default: 500. */
  readonly drainDelay?: number
  /**
   * Milliseconds that the whole stop may take before connections are closed. Default: 10,000. In `serve(module, options)`
   * the value also limits each `onStop()`.
   */
  readonly stopTimeout?: number
  /** When requests are rejected with 503; `false` for never. Default: the defaults of `OverloadOptions`. */
  readonly overload?: OverloadOptions | false
  /**
   * The greatest number of connections of one process. Default: half of the files that it may open, at most 16,384. At the
   * limit, a new connection replaces an idle one, or is closed if none is idle. Above half of the limit, a client address
   * with a quarter of the connections gets no more, unless it is in `trustedProxies`.
   */
  readonly maxConnections?: number
  /**
   * The number of worker processes that serve; `"auto"` starts one for each core. Each runs the whole program, also the
   * code after `serve()`. The first process then only supervises the workers. Default: none, this process serves.
   */
  readonly workers?: number | "auto"
  /**
   * Milliseconds for which a worker's event loop may be blocked before the worker is killed and replaced. Default:
   * 60,000.
   */
  readonly hangTimeout?: number
  /**
   * A port of its own for operators, on a thread of its own: health, metrics, what calls wait for, the level of the log,
   * profiles. It needs Node. Default: none.
   */
  readonly management?: ManagementOptions
}

/** The names of the options, for functions that check them. */
export const serveOptionNames: OptionNames<ServeOptions> = {
  port: true,
  host: true,
  signals: true,
  drainDelay: true,
  stopTimeout: true,
  overload: true,
  maxConnections: true,
  workers: true,
  hangTimeout: true,
  management: true,
}

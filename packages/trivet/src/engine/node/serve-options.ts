import type { OptionNames } from "../../fault/check-options.ts"
import type { OverloadOptions } from "./overload/overload.ts"

/** Where and how an application is served. */
export interface ServeOptions {
  /** 3000 unless given; 0 lets the system choose. */
  readonly port?: number
  /** All addresses of this machine unless given. */
  readonly host?: string
  /**
   * Whether the process stops on SIGTERM, SIGINT and an uncaught exception: yes, unless `false`. Requests in flight are
   * answered first. After an exception it exits with 1.
   */
  readonly signals?: boolean
  /** Milliseconds between "not ready" and "no longer accepting connections", for load balancers to notice: 500 unless given. */
  readonly drainDelay?: number
  /**
   * The most milliseconds that stopping may take in all: 10,000 unless given. `createApp()` has an option of the same
   * name for each `onStop()`; in `serve(module, options)` one value sets both.
   */
  readonly stopTimeout?: number
  /** When requests are answered 503 instead of dispatched; `false` for never. On unless given. */
  readonly overload?: OverloadOptions | false
  /**
   * The most connections of one process: half of the files that it may open, but at most 16,384, unless given. Beyond
   * that an idle one is closed for a new one, and where none is idle the new one. When more than half are taken, a client
   * address that holds a quarter of them gets no more; this does not apply to `trustedProxies`.
   */
  readonly maxConnections?: number
  /**
   * How many processes serve; `"auto"` is one for each core. Each of them runs the whole program,
   * also what follows `serve()`. The first process stops its application again and only supervises the others.
   */
  readonly workers?: number | "auto"
  /** For how many milliseconds a worker's event loop may be blocked before it is ended and replaced: 60,000 unless given. */
  readonly hangTimeout?: number
}

/** The names of the options, for what takes them. */
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
}

import type { OverloadOptions } from "./overload/overload.ts"

/** Where and how an application is served. */
export interface ServeOptions {
  /** 3000 unless given; 0 lets the system choose. */
  readonly port?: number
  /** All addresses of this machine unless given. */
  readonly host?: string
  /**
   * Stop on SIGTERM and SIGINT, and on an uncaught exception, and end the process: so unless `false`. The calls at hand
   * are answered first; after an exception the process ends with 1.
   */
  readonly signals?: boolean
  /** Milliseconds between "not ready" and "no longer accepting connections", for load balancers to notice: 500 unless given. */
  readonly drainDelay?: number
  /** The most milliseconds that stopping may take in all: 10,000 unless given. */
  readonly stopTimeout?: number
  /** When calls are answered 503 instead of begun; `false` for never. On unless given. */
  readonly overload?: OverloadOptions | false
  /**
   * The most connections of one process: half of the files that it may open, but at most 16,384, unless given. Beyond
   * that an idle one is closed for a new one, and where none is idle the new one. When more than half are taken, a client
   * address that holds a quarter of them gets no more; addresses in `trustedProxies` do.
   */
  readonly maxConnections?: number
  /**
   * How many processes serve; `"auto"` is one for each core. The program runs again in each of them, and what follows
   * `serve()` too. In the first process the application is stopped again: it only watches over the others.
   */
  readonly workers?: number | "auto"
  /** For how many milliseconds a worker's event loop may be blocked before it is ended and replaced: 60,000 unless given. */
  readonly hangTimeout?: number
}

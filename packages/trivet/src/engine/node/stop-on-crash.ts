import type { Log } from "../../log/log.ts"

const mostLogged = 10

/**
 * Stops the process gracefully after an uncaught exception or an unhandled rejection, which may have left inconsistent
 * state. `stop` is called once and must end the process; later errors are only logged. Returns the function that
 * removes the listener.
 */
export function stopOnCrash(log: Log, stop: () => void): () => void {
  let crashes = 0
  const crash = (error: unknown, origin: string) => {
    // Errors in a loop must not fill the log.
    if (++crashes > mostLogged) return
    const rejected = origin === "unhandledRejection"
    const what = rejected ? "unhandled rejection" : "uncaught exception"
    log.fatal({ err: error }, `${what}: draining, then exiting`)
    if (crashes === 1) stop()
  }
  process.on("uncaughtException", crash)
  return () => void process.off("uncaughtException", crash)
}

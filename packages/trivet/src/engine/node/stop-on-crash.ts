import type { Log } from "../../store/log.ts"

const mostTold = 10

/**
 * Ends the process in order after an exception that nobody caught, or a rejection: nobody knows what it has left half
 * done. `end` is called once, and must end the process; what fails meanwhile is only logged. Gives what forgets it.
 */
export function stopOnCrash(log: Log, end: () => void): () => void {
  let crashes = 0
  const crash = (error: unknown, origin: string) => {
    // What is written to a log that nobody reads any more is a crash too, and would be told to the same log.
    if (++crashes > mostTold) return
    const rejected = origin === "unhandledRejection"
    const what = rejected ? "a rejection that nobody handled" : "an exception that nobody caught"
    log.fatal({ err: error }, `${what}: the process answers the calls at hand and ends`)
    if (crashes === 1) end()
  }
  process.on("uncaughtException", crash)
  return () => void process.off("uncaughtException", crash)
}

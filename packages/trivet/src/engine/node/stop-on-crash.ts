import type { Log } from "../../store/log.ts"

/**
 * Ends the process in order after an exception that nobody caught, or a rejection: nobody knows what it has left half
 * done. `end` is called once, and must end the process; what fails meanwhile is only logged. Gives what forgets it.
 */
export function stopOnCrash(log: Log, end: () => void): () => void {
  let ending = false
  const crash = (error: unknown, origin: string) => {
    const what =
      origin === "unhandledRejection" ? "a rejection that nobody handled" : "an exception that nobody caught"
    log.fatal({ err: error }, `${what}: the process answers the calls at hand and ends`)
    if (ending) return
    ending = true
    end()
  }
  process.on("uncaughtException", crash)
  return () => void process.off("uncaughtException", crash)
}

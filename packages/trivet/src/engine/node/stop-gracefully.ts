import type { Log } from "../../log/log.ts"
import { stopOnCrash } from "./stop-on-crash.ts"
import { stopOnSignals, type Stoppable } from "./stop.ts"

/** Stops gracefully on signals and after a crash, then exits. Returns the function that removes both listeners. */
export function stopGracefully(served: Stoppable, log: Log): () => void {
  const forgetSignals = stopOnSignals(served, log)
  const forgetCrash = stopOnCrash(log, () => void served.stop().then(() => process.exit(1)))
  return () => {
    forgetSignals()
    forgetCrash()
  }
}

import type { CompiledField } from "../app/route-field.ts"
import type { Incoming } from "../context/incoming.ts"

const reached = new WeakSet<Incoming>()

/** Notes which calls come to a handler, behind all middlewares and `accepts`. Every record has this field. */
export const reachedField: CompiledField = {
  name: "handler",
  compile: (_route, run) => (call) => {
    reached.add(call.incoming)
    return run(call)
  },
}

/** Whether a call came to a handler, of an application that was made by `createTestApp()`. */
export function hasReached(incoming: Incoming): boolean {
  return reached.has(incoming)
}

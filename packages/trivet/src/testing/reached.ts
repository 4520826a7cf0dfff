import type { CompiledField } from "../app/dispatch/route-field.ts"
import type { Incoming } from "../context/incoming.ts"

const reached = new WeakSet<Incoming>()

/** Records which calls reach a handler, after all middlewares and `accepts`. Every record has this field. */
export const reachedField: CompiledField = {
  name: "handler",
  compile: (_route, run) => (call) => {
    reached.add(call.incoming)
    return run(call)
  },
}

/** Whether a call reached a handler of an application made by `createTestApp()`. */
export function hasReached(incoming: Incoming): boolean {
  return reached.has(incoming)
}

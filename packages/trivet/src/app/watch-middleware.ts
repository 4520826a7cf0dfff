import type { Call } from "../context/call.ts"
import { Fault } from "../fault/fault.ts"
import { locateFaults } from "../fault/locate-faults.ts"
import { raise } from "../fault/raise.ts"
import { type PlacedMiddleware, titleOf } from "../module/flat-route.ts"

/** Holds one middleware, in one call, to what it says of itself. For developers: production does without. */
export interface Watch {
  /** Raises a fault when the middleware calls `next()` and has not set what it `provides`. */
  checkProvided(): void
  /** What the middleware returned. Raises a fault where that is nothing and `next()` was not called either. */
  checkAnswer(returned: unknown, calledNext: () => boolean): unknown
}

/** Begins to watch a middleware that is about to handle a call. */
export function watchMiddleware({ name, instance }: PlacedMiddleware, call: Call): Watch {
  const route = () => titleOf(call.method === "" ? undefined : call.method, call.pattern ?? call.path)
  const checkReturned = (returned: unknown, calledNext: () => boolean): unknown => {
    if (returned !== undefined || calledNext()) return returned
    const fault = new Fault("MIDDLEWARE_SILENT", { middleware: name, route: route() })
    fault.about(instance.handle)
    locateFaults([fault])
    throw fault
  }
  return {
    checkProvided() {
      for (const key of instance.provides ?? []) {
        if (call.isSet(key)) continue
        raise("PROVIDED_NOT_SET", { middleware: name, route: route(), key }, "next")
      }
    },
    checkAnswer: (returned, calledNext) =>
      returned instanceof Promise
        ? returned.then((later) => checkReturned(later, calledNext))
        : checkReturned(returned, calledNext),
  }
}

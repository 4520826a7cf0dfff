import type { Call } from "../../context/call.ts"
import { Fault } from "../../fault/fault.ts"
import { locateFaults } from "../../fault/place/locate-faults.ts"
import { raise } from "../../fault/raise.ts"
import { type PlacedMiddleware, titleOf } from "../../module/routes/flat-route.ts"

/** Checks one middleware during one call against what it declares. Outside production only. */
export interface Watch {
  /** Throws a fault if the middleware calls `next()` without having set what it `provides`. */
  checkProvided(): void
  /** Returns what the middleware returned. Throws a fault if that is `undefined` and `next()` was not called. */
  checkAnswer(returned: unknown, calledNext: () => boolean): unknown
}

/** Creates the checks for a middleware that is about to handle a call. */
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

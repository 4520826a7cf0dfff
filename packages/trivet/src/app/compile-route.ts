import type { Call } from "../context/call.ts"
import type { Middleware } from "../context/middleware.ts"
import { callerOf } from "../fault/caller-of.ts"
import { Fault } from "../fault/fault.ts"
import type { PlacedMiddleware } from "../module/flat-route.ts"

/** A route, or the want of one, as one function: it gives what the outermost middleware returned. */
export type Run = (call: Call) => unknown

/** Binds a handler to its controller. */
export function compileHandler(handler: (ctx: never) => unknown, controller: unknown): Run {
  const take = handler as (this: unknown, call: Call) => unknown
  return (call) => take.call(controller, call)
}

/** Wraps a function in middlewares, the first outermost. What answers without a promise stays without one. */
export function compileChain(middlewares: readonly PlacedMiddleware[], inner: Run): Run {
  return middlewares.reduceRight<Run>((run, { name, instance }) => {
    const middleware = instance as Middleware & { handle(ctx: Call, next: () => unknown): unknown }
    return (call) => {
      let called = false
      const next = () => {
        if (called) throw calledTwice(name)
        called = true
        return run(call)
      }
      return middleware.handle(call, next)
    }
  }, inner)
}

function calledTwice(middleware: string): Fault {
  const fault = new Fault("NEXT_CALLED_TWICE", { middleware })
  fault.where = callerOf("next", fault.stack)
  return fault
}

import { anyone } from "../context/anyone.ts"
import type { Call } from "../context/call.ts"
import type { Middleware } from "../context/middleware.ts"
import { callerOf } from "../fault/caller-of.ts"
import { Fault } from "../fault/fault.ts"
import type { PlacedMiddleware } from "../module/flat-route.ts"
import { watchMiddleware } from "./watch-middleware.ts"

/** A route, or the want of one, as one function: it gives what the outermost middleware returned. */
export type Run = (call: Call) => unknown

type CalledMiddleware = Middleware & { handle(ctx: Call, next: () => unknown): unknown }

/** Binds a handler to its controller. */
export function compileHandler(handler: (ctx: never) => unknown, controller: unknown): Run {
  const take = handler as (this: unknown, call: Call) => unknown
  return (call) => take.call(controller, call)
}

/**
 * Wraps a function in middlewares, the first outermost. What answers without a promise stays without one. Outside
 * production each middleware is also held to what it says of itself; in production nothing is added to a call.
 */
export function compileChain(
  middlewares: readonly PlacedMiddleware[],
  inner: Run,
  { production }: { readonly production: boolean },
): Run {
  return middlewares
    .filter(({ instance }) => instance !== anyone)
    .reduceRight<Run>((run, placed) => (production ? wrap : wrapWatched)(placed, run), inner)
}

/**
 * The guards of a route alone, with whatever provides what they need, as one function: it gives `passed` for a call that they
 * let pass. A route without guards has none.
 */
export function compileGuards(
  middlewares: readonly PlacedMiddleware[],
  settings: { readonly production: boolean },
): Run | undefined {
  const needed = new Set<string>()
  const kept: PlacedMiddleware[] = []
  for (const placed of middlewares.toReversed()) {
    const { security, allows, provides = [], needs = [] } = placed.instance
    if (placed.instance === anyone) continue
    if (security === undefined && allows === undefined && !provides.some((key) => needed.has(key))) continue
    for (const key of needs) needed.add(key)
    kept.unshift(placed)
  }
  return kept.length === 0 ? undefined : compileChain(kept, () => passed, settings)
}

/** What `compileGuards()` gives for a call that may go on. */
export const passed: unique symbol = Symbol("passed")

function wrap({ name, instance }: PlacedMiddleware, run: Run): Run {
  const middleware = instance as CalledMiddleware
  return (call) => {
    let called = false
    const next = () => {
      if (called) throw calledTwice(name)
      called = true
      return run(call)
    }
    return middleware.handle(call, next)
  }
}

function wrapWatched(placed: PlacedMiddleware, run: Run): Run {
  const middleware = placed.instance as CalledMiddleware
  return (call) => {
    const watch = watchMiddleware(placed, call)
    let called = false
    const next = () => {
      if (called) throw calledTwice(placed.name)
      called = true
      watch.checkProvided()
      return run(call)
    }
    return watch.checkAnswer(middleware.handle(call, next), () => called)
  }
}

function calledTwice(middleware: string): Fault {
  const fault = new Fault("NEXT_CALLED_TWICE", { middleware })
  fault.where = callerOf("next", fault.stack)
  return fault
}

import { anyone } from "../../context/anyone.ts"
import type { Call } from "../../context/call.ts"
import type { Middleware } from "../../context/middleware.ts"
import { callerOf } from "../../fault/place/caller-of.ts"
import { Fault } from "../../fault/fault.ts"
import type { FlatRoute, PlacedMiddleware } from "../../module/routes/flat-route.ts"
import type { Wiring } from "../../module/wire.ts"
import { type CompiledRoute, passed, type Run } from "../dispatch/compiled-route.ts"
import type { CompiledField } from "../dispatch/route-field.ts"
import { announceSunset } from "./announce-sunset.ts"
import { watchMiddleware } from "./watch-middleware.ts"

type CalledMiddleware = Middleware & { handle(ctx: Call, next: () => unknown): unknown }

/**
 * Joins a route to one function: the application's middlewares, those of groups and of the record, further fields of the
 * record, the handler.
 */
export function compileRoute(
  route: FlatRoute,
  wiring: Wiring,
  fields: readonly CompiledField[],
  settings: { readonly production: boolean },
  write: CompiledRoute["write"],
): CompiledRoute {
  const middlewares = [...wiring.middlewares, ...route.middlewares]
  const own = compileHandler(route.handler, route.record.owner ?? route.controller.instance)
  const { opens } = route.record
  const guards = compileGuards(middlewares, settings)
  const handler = (opens?.(own, guards) ?? own) as Run
  const inner = fields
    .filter((field) => field.name in route.record)
    .reduceRight<Run>((run, field) => field.compile(route, run, settings), handler)
  const chain = compileChain(middlewares, inner, settings)
  const run = announceSunset(route, chain)
  return {
    path: route.path,
    controller: route.controller.name,
    run,
    serveWhenOverloaded: route.record.serveWhenOverloaded === true,
    isSocket: opens !== undefined,
    guards,
    write,
  }
}

/** Binds a handler to its controller. */
function compileHandler(handler: (ctx: never) => unknown, controller: unknown): Run {
  const take = handler as (this: unknown, call: Call) => unknown
  return (call) => take.call(controller, call)
}

/**
 * Wraps a function in middlewares, the first outermost. A chain that answers synchronously stays synchronous. Outside
 * production each middleware is also checked against its `provides` and for a missing answer; in production these
 * checks are left out.
 */
export function compileChain(
  middlewares: readonly PlacedMiddleware[],
  inner: Run,
  { production }: { readonly production: boolean },
): Run {
  // `anyone` only says that a route is public.
  return middlewares
    .filter(({ instance }) => instance !== anyone)
    .reduceRight<Run>((run, placed) => (production ? wrap : wrapWatched)(placed, run), inner)
}

/**
 * Compiles only the guards of a route, and the middlewares that provide what they need, to one function. It returns
 * `passed` for a call that they allow. The result is `undefined` for a route without guards.
 */
function compileGuards(
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

import { Call, type CallSettings } from "../context/call.ts"
import type { Incoming } from "../context/incoming.ts"
import type { Reply } from "../context/reply.ts"
import type { Fault } from "../fault/fault.ts"
import type { Match } from "../router/match.ts"
import type { RouteTable } from "../router/route-table.ts"
import type { Run } from "./compile-route.ts"
import { findMatch } from "./find-match.ts"
import { finishReply, isPlain } from "./finish-reply.ts"
import type { PlatformParts } from "./platform.ts"

/** A route ready to be called. */
export interface CompiledRoute {
  readonly path: string
  /** Whose route it is, for faults. */
  readonly controller: string
  readonly run: Run
  /** Whether it is answered also by a process that is overloaded. */
  readonly serveWhenOverloaded: boolean
  /** Whether its reply opens a socket. */
  readonly isSocket: boolean
  /** Decides again whether a reply that is still being sent may go on. */
  readonly guards: Run | undefined
}

/** What dispatch needs of an application: all of it is decided at boot. */
export interface Dispatcher {
  /** The kind of calls. */
  readonly kind: string
  readonly table: RouteTable<CompiledRoute>
  readonly platform: PlatformParts
  readonly settings: CallSettings
  /** What is wrong with a call that matches no route. */
  readonly notFound: (call: Call) => Fault
  /** Raises that inside the middlewares; `undefined` without middlewares: throwing costs much of a 404. */
  readonly raiseNotFound: Run | undefined
  /** Answers calls that no route can be looked up for: what was thrown is raised inside the middlewares. */
  readonly rejected: (thrown: unknown) => Run
}

/** Answers one call. It never throws and never rejects; a reply that needs no waiting is given at once. */
export function dispatch(app: Dispatcher, incoming: Incoming): Reply | Promise<Reply> {
  let match: Match<CompiledRoute> | undefined
  try {
    match = findMatch(app.table, incoming.method, incoming.path)
  } catch (thrown) {
    return reject(app, incoming, thrown)
  }
  return answerCall(app, new Call(app.settings, incoming, match), match)
}

/** Answers a call whose route was looked up. */
export function answerCall(
  app: Dispatcher,
  call: Call,
  match: Match<CompiledRoute> | undefined,
): Reply | Promise<Reply> {
  const { platform } = app
  try {
    if (match === undefined && app.raiseNotFound === undefined) return platform.fail(app.notFound(call), call)
    const returned = match === undefined ? app.raiseNotFound!(call) : match.value.run(call)
    if (returned instanceof Promise) return answerLater(returned, platform, call)
    const reply = platform.reply(returned, call)
    return reply instanceof Promise
      ? answerLater(reply, platform, call)
      : isPlain(call)
        ? reply
        : finishReply(reply, call, platform)
  } catch (thrown) {
    return finishReply(platform.fail(thrown, call), call, platform)
  }
}

/** Answers a call that cannot be routed. The application's middlewares wrap it too, so it is logged like any other. */
export function reject(app: Dispatcher, incoming: Incoming, thrown: unknown): Promise<Reply> {
  return rejectCall(app, new Call(app.settings, incoming, undefined), thrown)
}

/** The same for a call that exists already. */
export function rejectCall(app: Dispatcher, call: Call, thrown: unknown): Promise<Reply> {
  const run = async (): Promise<unknown> => app.rejected(thrown)(call)
  return answerLater(run(), app.platform, call)
}

/** Answers a call with what its route will return. It never rejects. */
async function answerLater(returned: Promise<unknown>, platform: PlatformParts, call: Call): Promise<Reply> {
  let reply: Reply
  try {
    const made = platform.reply(await returned, call)
    // Waiting for what is there already would cost another turn of the queue.
    reply = made instanceof Promise ? await made : made
  } catch (thrown) {
    reply = platform.fail(thrown, call)
  }
  return isPlain(call) ? reply : finishReply(reply, call, platform)
}

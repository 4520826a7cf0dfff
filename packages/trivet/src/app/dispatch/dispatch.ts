import { Call, type CallSettings } from "../../context/call.ts"
import type { Incoming } from "../../context/incoming.ts"
import type { Reply } from "../../context/reply/reply.ts"
import type { Fault } from "../../fault/portable-fault.ts"
import type { Match } from "../../router/match.ts"
import type { RouteTable } from "../../router/route-table.ts"
import type { CompiledRoute, Run } from "./compiled-route.ts"
import { findMatch } from "../../router/resolve.ts"
import { finishReply } from "./finish-reply.ts"
import type { PlatformParts } from "./platform.ts"

/** How an application answers calls. */
export interface Answers {
  /** Answers one call. It never throws and never rejects. */
  dispatch(incoming: Incoming): Reply | Promise<Reply>
  /** Answers a call with a fault, without looking up a route. The application's middlewares run. */
  reject(incoming: Incoming, fault: Fault): Promise<Reply>
}

/** What dispatch needs from an application. Boot decides all of it, except what `rejected` throws. */
export interface Dispatcher {
  /** The kind of calls. */
  readonly kind: string
  readonly table: RouteTable<CompiledRoute>
  readonly platform: PlatformParts
  readonly settings: CallSettings
  /** The reply to a call that matches no route, if the application has no middlewares. */
  readonly missing: (call: Call) => Reply
  /** Throws the fault for such a call inside the middlewares. `undefined` without middlewares: a throw is expensive. */
  readonly raiseMissing: Run | undefined
  /** Answers a call whose route could not be looked up: throws `thrown` inside the middlewares. */
  readonly rejected: (thrown: unknown) => Run
}

/** Answers calls without entering a call scope. */
export function plainAnswers(app: Dispatcher): Answers {
  return {
    dispatch: (incoming) => dispatch(app, incoming),
    reject: (incoming, fault) => reject(app, incoming, fault),
  }
}

/** Answers one call. It returns a promise only if the handler, a middleware or the platform did. */
function dispatch(app: Dispatcher, incoming: Incoming): Reply | Promise<Reply> {
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
    const run = match === undefined ? app.raiseMissing : match.value.run
    if (run === undefined) return finished(app.missing(call), call, platform)
    const returned = run(call)
    if (returned instanceof Promise) return answerLater(returned, platform, call)
    const reply = platform.reply(returned, call)
    return reply instanceof Promise ? answerLater(reply, platform, call) : finished(reply, call, platform)
  } catch (thrown) {
    return finished(platform.fail(thrown, call), call, platform)
  }
}

/** Answers a call whose route could not be looked up. The application's middlewares run, so it is logged like any other. */
function reject(app: Dispatcher, incoming: Incoming, thrown: unknown): Promise<Reply> {
  return rejectCall(app, new Call(app.settings, incoming, undefined), thrown)
}

/** Like `reject()`, for a `Call` that was created already. */
export function rejectCall(app: Dispatcher, call: Call, thrown: unknown): Promise<Reply> {
  const run = async (): Promise<unknown> => app.rejected(thrown)(call)
  return answerLater(run(), app.platform, call)
}

/** Answers a call with the result of a promise. It never rejects. */
async function answerLater(returned: Promise<unknown>, platform: PlatformParts, call: Call): Promise<Reply> {
  let reply: Reply
  try {
    const made = platform.reply(await returned, call)
    // Awaiting a value that is not a promise would cost another microtask.
    reply = made instanceof Promise ? await made : made
  } catch (thrown) {
    reply = platform.fail(thrown, call)
  }
  return finished(reply, call, platform)
}

/** The reply with the headers and listeners that were added to the call. Most calls have none. */
function finished(reply: Reply, call: Call, platform: PlatformParts): Reply | Promise<Reply> {
  return call.headers === undefined && call.replyListeners === undefined && call.doneListeners === undefined
    ? reply
    : finishReply(reply, call, platform)
}

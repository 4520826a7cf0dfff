import type { CompiledRoute } from "./compiled-route.ts"
import { answerCall, type Answers, type Dispatcher, rejectCall } from "./dispatch.ts"
import { findMatch } from "../../router/resolve.ts"
import type { Incoming } from "../../context/incoming.ts"
import { isStreamed } from "../../context/reply/is-streamed.ts"
import type { Reply } from "../../context/reply/reply.ts"
import type { Match } from "../../router/match.ts"
import type { CallScope } from "./call-scope.ts"
import { scopedBody } from "./scoped-body.ts"
import { ScopedCall } from "./scoped-call.ts"

/**
 * Answers calls in a call scope: middlewares, handler, platform, listeners and the source of a streamed body run in it.
 * The engine's own code runs outside.
 */
export function scopedAnswers(scope: CallScope, app: Dispatcher): Answers {
  return {
    dispatch: (incoming) => scopedDispatch(scope, app, incoming),
    reject: (incoming, fault) => scopedReject(scope, app, incoming, fault),
  }
}

/** Like `dispatch()`, in a scope. */
function scopedDispatch(scope: CallScope, app: Dispatcher, incoming: Incoming): Reply | Promise<Reply> {
  let match: Match<CompiledRoute> | undefined
  try {
    match = findMatch(app.table, incoming.method, incoming.path)
  } catch (thrown) {
    return scopedReject(scope, app, incoming, thrown)
  }
  const call = new ScopedCall(scope, app.settings, incoming, match)
  return replyFor(
    call,
    call.enter(() => answerCall(app, call, match)),
  )
}

/** Like `reject()`, in a scope. */
async function scopedReject(
  scope: CallScope,
  app: Dispatcher,
  incoming: Incoming,
  thrown: unknown,
): Promise<Reply> {
  const call = new ScopedCall(scope, app.settings, incoming, undefined)
  return replyFor(
    call,
    call.enter(() => rejectCall(app, call, thrown)),
  )
}

function replyFor(call: ScopedCall, reply: Reply | Promise<Reply>): Reply | Promise<Reply> {
  return reply instanceof Promise ? reply.then((later) => scopedReply(later, call)) : scopedReply(reply, call)
}

/** Makes the functions that an engine calls later enter the scope again. */
function scopedReply(reply: Reply, call: ScopedCall): Reply {
  const { body, done } = reply
  if (isStreamed(body)) reply.body = scopedBody(body, (work) => call.enter(work))
  if (done !== undefined) reply.done = (outcome) => call.enter(() => done(outcome))
  return reply
}

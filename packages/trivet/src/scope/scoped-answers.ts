import type { Answers } from "../app/scoped-calls.ts"
import type { Run } from "../app/compile-route.ts"
import { answerLater, type CompiledRoute, type Dispatcher } from "../app/dispatch.ts"
import { findMatch } from "../app/find-match.ts"
import type { PlatformParts } from "../app/platform.ts"
import type { Incoming } from "../context/incoming.ts"
import { isStreamed } from "../context/is-streamed.ts"
import type { Reply } from "../context/reply.ts"
import type { Match } from "../router/match.ts"
import type { CallScope } from "./call-scope.ts"
import { scopedBody } from "./scoped-body.ts"
import { ScopedCall } from "./scoped-call.ts"

/**
 * Answers calls in a scope: middlewares, handler, platform and listeners run in it, and so does the source of a streamed
 * body. What the engine itself does stays outside.
 */
export function scopedAnswers(scope: CallScope, app: Dispatcher): Answers {
  return {
    dispatch: (incoming) => scopedDispatch(scope, app, incoming),
    reject: (incoming, fault) => scopedReject(scope, app, incoming, fault),
  }
}

/** Like `dispatch()`, in a scope. */
function scopedDispatch(scope: CallScope, app: Dispatcher, incoming: Incoming): Promise<Reply> {
  let match: Match<CompiledRoute> | undefined
  try {
    match = findMatch(app.table, incoming.method, incoming.path)
  } catch (thrown) {
    return scopedReject(scope, app, incoming, thrown)
  }
  const run = match?.value.run ?? ((call) => app.rejected(app.notFound(call))(call))
  return answerInScope(new ScopedCall(scope, app.settings, incoming, match), run, app.platform)
}

/** Like `reject()`, in a scope. */
function scopedReject(
  scope: CallScope,
  app: Dispatcher,
  incoming: Incoming,
  thrown: unknown,
): Promise<Reply> {
  const call = new ScopedCall(scope, app.settings, incoming, undefined)
  return answerInScope(call, app.rejected(thrown), app.platform)
}

async function answerInScope(call: ScopedCall, run: Run, platform: PlatformParts): Promise<Reply> {
  const start = async (): Promise<unknown> => run(call)
  return scopedReply(await call.enter(() => answerLater(start(), platform, call)), call)
}

/** What an engine calls later must enter the scope again. */
function scopedReply(reply: Reply, { enter }: ScopedCall): Reply {
  const { body, done } = reply
  if (isStreamed(body)) reply.body = scopedBody(body, enter)
  if (done !== undefined) reply.done = (outcome) => enter(() => done(outcome))
  return reply
}

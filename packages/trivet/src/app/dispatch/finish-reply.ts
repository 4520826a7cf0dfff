import type { Call } from "../../context/call.ts"
import { isThenable } from "../../context/is-thenable.ts"
import { ReplyHeaders } from "../../context/reply/reply-headers.ts"
import { type Outcome, Reply } from "../../context/reply/reply.ts"
import { Fault } from "../../fault/fault.ts"
import { kindOf } from "../../fault/kind-of.ts"
import { titleOf } from "../../module/routes/flat-route.ts"
import type { PlatformParts } from "./platform.ts"

/** Applies to a reply what was added to its call: headers, listeners of `onReply()` and of `onDone()`. */
export function finishReply(reply: Reply, call: Call, platform: PlatformParts): Reply | Promise<Reply> {
  addHeaders(reply, call)
  return call.replyListeners === undefined ? withDone(reply, call) : changeReply(reply, call, platform)
}

function addHeaders(reply: Reply, call: Call): void {
  if (call.headers !== undefined)
    reply.headers = (reply.headers ?? new ReplyHeaders()).addMissing(call.headers)
}

async function changeReply(reply: Reply, call: Call, platform: PlatformParts): Promise<Reply> {
  let changed = reply
  try {
    for (const change of call.replyListeners!.toReversed()) {
      changed.headers ??= new ReplyHeaders()
      const next: unknown = await change(changed)
      if (!(next instanceof Reply)) throw missing(next, call)
      changed = next
    }
    if (changed !== reply) addHeaders(changed, call)
  } catch (thrown) {
    changed = platform.fail(thrown, call)
    addHeaders(changed, call)
  }
  return withDone(changed, call)
}

function missing(returned: unknown, { method, pattern, path }: Call): Fault {
  return new Fault("REPLY_MISSING", { route: titleOf(method, pattern ?? path), entry: kindOf(returned) })
}

function withDone(reply: Reply, call: Call): Reply {
  const listeners = call.doneListeners
  if (listeners !== undefined) reply.done = (outcome) => tellDone(listeners, outcome, call)
  return reply
}

/** Calls each listener of `onDone()` and logs errors. Returns a promise if a listener returned one. */
export function tellDone(
  listeners: readonly ((outcome: Outcome) => unknown)[],
  outcome: Outcome,
  call: Call,
): Promise<unknown> | undefined {
  const fail = (error: unknown) =>
    call.log.error({ err: error, route: call.pattern }, "a listener of onDone failed")
  let working: PromiseLike<unknown>[] | undefined
  for (const listener of listeners) {
    try {
      const returned = listener(outcome)
      if (isThenable(returned)) (working ??= []).push(returned.then(undefined, fail))
    } catch (error) {
      fail(error)
    }
  }
  return working && Promise.all(working)
}

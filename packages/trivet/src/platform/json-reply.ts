import { jsonTextOf } from "../app/routes/json-text.ts"
import { readReturned } from "../app/dispatch/read-returned.ts"
import type { Call } from "../context/call.ts"
import type { EventStream } from "../context/reply/event-stream.ts"
import type { Reply } from "../context/reply/reply.ts"

const json = "application/json; charset=utf-8"

/** The reply for a value that a handler or a middleware returned, with data as JSON. */
export function jsonReply(value: unknown, call: Call): Reply | Promise<Reply> {
  const reply = readReturned(value, call)
  return reply instanceof Promise ? reply.then((later) => writeJson(later, call)) : writeJson(reply, call)
}

/** Writes the value of a reply as JSON if it has no body yet. */
export function writeJson(reply: Reply, call: Call): Reply {
  if (reply.body !== undefined) {
    ;(reply.body as Partial<EventStream> | null)?.begin?.(call)
    return reply
  }
  if (reply.value === undefined) reply.body = null
  else {
    reply.type ??= json
    reply.body = jsonTextOf(reply.value, call)
  }
  return reply
}

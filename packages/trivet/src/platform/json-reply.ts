import type { Call } from "../context/call.ts"
import { Reply, type ReplyBody } from "../context/reply.ts"
import { isErrorMap, isMap, isStatusMap, statusOfError } from "../context/returned-map.ts"
import { Fault } from "../fault/fault.ts"
import { kindOf } from "../fault/kind-of.ts"
import { titleOf } from "../module/flat-route.ts"
import { responseReply } from "./response-reply.ts"

const json = "application/json; charset=utf-8"

/** The reply for a value that a handler or a middleware returned. */
export function jsonReply(value: unknown, call: Call): Reply | Promise<Reply> {
  if (value instanceof Reply) return value.body === undefined ? serialize(value, call) : value
  if (typeof value !== "object" || value === null) {
    return value === undefined
      ? new Reply(204, undefined, null)
      : serialize(new Reply(200, json, undefined, value), call)
  }
  if (isMap(value)) return mapReply(value, call)
  return Array.isArray(value)
    ? serialize(new Reply(200, json, undefined, value), call)
    : objectReply(value, call)
}

function mapReply(value: object, call: Call): Reply {
  if (isErrorMap(value)) return serialize(new Reply(statusOfError(value), json, undefined, value), call)
  if (isStatusMap(value)) {
    if (value.data === undefined) return new Reply(value._status, undefined, null)
    return serialize(new Reply(value._status, json, undefined, value.data), call)
  }
  return serialize(new Reply(200, json, undefined, value), call)
}

function objectReply(value: object, call: Call): Reply | Promise<Reply> {
  if (value instanceof ReadableStream) return new Reply(200, "application/octet-stream", value as ReplyBody)
  if (Symbol.asyncIterator in value)
    return new Reply(200, "text/plain; charset=utf-8", lines(value as AsyncIterable<unknown>))
  if (value instanceof Response) return responseReply(value, call)
  if (value instanceof Uint8Array) return new Reply(200, "application/octet-stream", value)
  // Query builders and promises of other libraries: `async` handlers wait for them, and so must this.
  if ("then" in value && typeof value.then === "function")
    return Promise.resolve(value).then((later) => jsonReply(later, call))
  return serialize(new Reply(200, json, undefined, value), call)
}

function serialize(reply: Reply, call: Call): Reply {
  const { value } = reply
  if (value === undefined) {
    reply.body = null
    return reply
  }
  reply.type ??= json
  const text = JSON.stringify(value) as string | undefined
  if (text === undefined) {
    throw new Fault("RESULT_NOT_JSON", {
      route: titleOf(call.method, call.pattern ?? call.path),
      entry: kindOf(value),
    })
  }
  reply.body = text
  return reply
}

/** Texts and bytes as they are; anything else as a line of JSON. */
async function* lines(values: AsyncIterable<unknown>): AsyncGenerator<string | Uint8Array> {
  for await (const value of values) {
    yield typeof value === "string" || value instanceof Uint8Array ? value : `${JSON.stringify(value)}\n`
  }
}

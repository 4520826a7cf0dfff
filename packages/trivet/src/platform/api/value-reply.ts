import type { Call } from "../../context/call.ts"
import { Reply, type ReplyBody } from "../../context/reply.ts"
import { Fault } from "../../fault/fault.ts"
import { kindOf } from "../../fault/kind-of.ts"
import { titleOf } from "../../module/flat-route.ts"
import { responseReply } from "./response-reply.ts"

const json = "application/json; charset=utf-8"

/** The reply for a value that a handler or a middleware returned. */
export function valueReply(value: unknown, call: Call): Reply {
  if (value instanceof Reply) return value.body === undefined ? serialize(value, call) : value
  if (typeof value !== "object" || value === null) {
    return value === undefined
      ? new Reply(204, undefined, null)
      : serialize(new Reply(200, json, undefined, value), call)
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return mapReply(value, call)
  return Array.isArray(value)
    ? serialize(new Reply(200, json, undefined, value), call)
    : objectReply(value, call)
}

function mapReply(
  value: { error?: unknown; status?: unknown; _status?: unknown; data?: unknown },
  call: Call,
): Reply {
  if (typeof value.error === "string" && hasOnly(value, "error", "status")) {
    return serialize(
      new Reply(isErrorStatus(value.status) ? value.status : 500, json, undefined, value),
      call,
    )
  }
  if (isStatus(value._status) && hasOnly(value, "_status", "data")) {
    if (value.data === undefined) return new Reply(value._status, undefined, null)
    return serialize(new Reply(value._status, json, undefined, value.data), call)
  }
  return serialize(new Reply(200, json, undefined, value), call)
}

function objectReply(value: object, call: Call): Reply {
  if (value instanceof ReadableStream) return new Reply(200, "application/octet-stream", value as ReplyBody)
  if (Symbol.asyncIterator in value)
    return new Reply(200, "text/plain; charset=utf-8", lines(value as AsyncIterable<unknown>))
  if (value instanceof Response) return responseReply(value)
  if (value instanceof Uint8Array) return new Reply(200, "application/octet-stream", value)
  return serialize(new Reply(200, json, undefined, value), call)
}

function serialize(reply: Reply, call: Call): Reply {
  const { value } = reply
  reply.type ??= json
  const text = value === undefined ? null : (JSON.stringify(value) as string | undefined)
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

function hasOnly(value: object, first: string, second: string): boolean {
  for (const key in value) if (key !== first && key !== second) return false
  return true
}

function isStatus(status: unknown): status is number {
  return typeof status === "number" && Number.isInteger(status) && status >= 200 && status <= 599
}

function isErrorStatus(status: unknown): status is number {
  return isStatus(status) && status >= 400
}

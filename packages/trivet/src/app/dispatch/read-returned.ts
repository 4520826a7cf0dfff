import type { Call } from "../../context/call.ts"
import { isResponse } from "../../context/reply/is-response.ts"
import { isThenable } from "../../context/is-thenable.ts"
import { ErrorReply, isFinalStatus, Reply, type ReplyBody } from "../../context/reply/reply.ts"
import type { Run } from "./compiled-route.ts"
import { responseReply } from "./response-reply.ts"

/** A plain object that represents an error: its only keys are `error`, a string, and optionally `status`. */
export interface ErrorMap {
  readonly error: string
  readonly status?: unknown
}

interface StatusMap {
  readonly _status: number
  readonly data?: unknown
}

/**
 * The reply for a returned value. Only this function decides what a value means. Data is stored in `value` and `body`
 * stays `undefined` for the platform to write; streams and bytes are stored in `body`.
 */
export function readReturned(value: unknown, call: Call): Reply | Promise<Reply> {
  if (value instanceof Reply) return value
  if (typeof value !== "object" || value === null)
    return value === undefined ? Reply.empty(204) : Reply.json(200, value)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return readMap(value, call)
  return Array.isArray(value) ? Reply.json(200, value) : readObject(value, call)
}

/** Wraps a route's function so that `change` gets the reply for its result. */
export function withReturned(run: Run, change: (reply: Reply, call: Call) => unknown): Run {
  return (call) => {
    const reply = readReturned(run(call), call)
    return reply instanceof Promise ? reply.then((later) => change(later, call)) : change(reply, call)
  }
}

/** The error that a reply carries as data; `undefined` if the body is already written or the value is not an error map. */
export function findErrorMap({ status, value }: Reply): ErrorMap | undefined {
  if (status < 400 || typeof value !== "object" || value === null || Array.isArray(value)) return undefined
  return isErrorMap(value) ? value : undefined
}

function readMap(value: object, call: Call): Reply | Promise<Reply> {
  if (isErrorMap(value)) return new ErrorReply(errorStatusOf(value), value)
  if (isStatusMap(value)) return Reply.json(value._status, value.data)
  return isThenable(value) ? readLater(value, call) : Reply.json(200, value)
}

function readObject(value: object, call: Call): Reply | Promise<Reply> {
  if (value instanceof ReadableStream) return Reply.body(200, "application/octet-stream", value as ReplyBody)
  if (Symbol.asyncIterator in value)
    return Reply.body(200, "text/plain; charset=utf-8", new ItemLines(value as AsyncIterable<unknown>))
  if (value instanceof Uint8Array) return Reply.body(200, "application/octet-stream", value)
  // Query builders and promises of other libraries: an `async` handler would await them, so this does too.
  if (isThenable(value)) return readLater(value, call)
  return isResponse(value) ? responseReply(value, call) : Reply.json(200, value)
}

async function readLater(value: PromiseLike<unknown>, call: Call): Promise<Reply> {
  return readReturned(await value, call)
}

function isErrorMap(value: object): value is ErrorMap {
  return typeof (value as Partial<ErrorMap>).error === "string" && hasOnly(value, "error", "status")
}

/** 500 if the map has no status, or one that is not an error status. */
function errorStatusOf({ status }: ErrorMap): number {
  return isFinalStatus(status) && status >= 400 ? status : 500
}

function isStatusMap(value: object): value is StatusMap {
  return isFinalStatus((value as Partial<StatusMap>)._status) && hasOnly(value, "_status", "data")
}

function hasOnly(value: object, first: string, second: string): boolean {
  for (const key in value) if (key !== first && key !== second) return false
  return true
}

/**
 * The body made from an async iterable: strings and bytes unchanged, other values as lines of JSON. A platform with
 * another format reads `values`.
 */
export class ItemLines implements AsyncIterable<string | Uint8Array> {
  readonly values: AsyncIterable<unknown>

  constructor(values: AsyncIterable<unknown>) {
    this.values = values
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string | Uint8Array> {
    for await (const value of this.values)
      yield typeof value === "string" || value instanceof Uint8Array ? value : `${JSON.stringify(value)}\n`
  }
}

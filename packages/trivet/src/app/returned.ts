import { Reply } from "../context/reply.ts"
import { isErrorMap, isMap, isStatusMap, statusOfError } from "../context/returned-map.ts"

/** What a handler's result will be on the wire. */
export interface Returned {
  readonly status: number
  readonly value: unknown
  /** Whether `value` cannot be looked into: a stream, bytes, or a body that is made already. */
  readonly sealed: boolean
}

/** Reads a handler's result as platforms do: replies, maps that name a status, streams, plain values. */
export function readReturned(result: unknown): Returned {
  if (result === undefined) return { status: 204, value: undefined, sealed: false }
  if (result instanceof Reply) {
    const { status, value, body } = result
    return { status, value, sealed: value === undefined && body !== undefined }
  }
  if (typeof result !== "object" || result === null) return { status: 200, value: result, sealed: false }
  if (result instanceof Response) return { status: result.status, value: result, sealed: true }
  if (isMap(result)) {
    if (isErrorMap(result)) return { status: statusOfError(result), value: result, sealed: false }
    if (isStatusMap(result)) return { status: result._status, value: result.data, sealed: false }
  }
  return { status: 200, value: result, sealed: isStream(result) }
}

function isStream(value: object): boolean {
  return value instanceof ReadableStream || value instanceof Uint8Array || Symbol.asyncIterator in value
}

import { isFinalStatus } from "./reply.ts"

/** A returned map that says its own status: `{ error, status? }`. The whole map is the body. */
export interface ErrorMap {
  readonly error: string
  readonly status?: unknown
}

/** A returned map that says its own status: `{ _status, data }`. Only `data` is the body. */
export interface StatusMap {
  readonly _status: number
  readonly data?: unknown
}

/** Whether a returned map stands for an error: its only keys are `error`, a text, and perhaps `status`. */
export function isErrorMap(value: object): value is ErrorMap {
  return typeof (value as Partial<ErrorMap>).error === "string" && hasOnly(value, "error", "status")
}

/** The status of a map that stands for an error: 500 where it says none, or one that is no error's. */
export function statusOfError({ status }: ErrorMap): number {
  return isFinalStatus(status) && status >= 400 ? status : 500
}

/** Whether a returned map names the status of its data: its only keys are `_status` and perhaps `data`. */
export function isStatusMap(value: object): value is StatusMap {
  return isFinalStatus((value as Partial<StatusMap>)._status) && hasOnly(value, "_status", "data")
}

/** Whether an object is a map, and nothing with a life or a form of its own. */
export function isMap(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function hasOnly(value: object, first: string, second: string): boolean {
  for (const key in value) if (key !== first && key !== second) return false
  return true
}

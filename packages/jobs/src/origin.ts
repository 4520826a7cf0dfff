import type { Context, ContextKey } from "trivet"

/** The tenant of a call, as `postgres({ tenant })` finds it: a context value and its name. */
export interface Tenant {
  readonly name: string
  readonly value: string
}

/** The call that has enqueued a job: what log lines, traces and transactions of the job continue. */
export interface Origin {
  readonly requestId: string | undefined
  /** The header of W3C Trace Context. */
  readonly traceparent: string | undefined
  readonly tenant?: Tenant | undefined
}

/** The most characters of a request id: as `requestId()` accepts. */
const mostCharacters = 128
/** An id of zeros is that of no trace. */
const traceparents = /^[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/

/** A call of which `telemetry()` knows the span. */
interface Traced {
  readonly carried?: { readonly traceparent: string | undefined } | undefined
}

/** The origin of what a call, or code outside of calls, enqueues; `undefined` if it has neither an id, a trace nor a tenant. */
export function originOf(call: Context | undefined, tenant?: Tenant): Origin | undefined {
  if (call === undefined) return originWith(undefined, undefined, tenant)
  const get = (key: string) => (call as { get(key: ContextKey): unknown }).get(key as ContextKey)
  // Without `telemetry()`, the trace of the caller goes on.
  const traceparent = (call as Traced).carried?.traceparent ?? call.header("traceparent")
  return originWith(get("request_id"), traceparent, tenant)
}

/** Writes an origin as text. */
export function textOfOrigin({ requestId, traceparent, tenant }: Origin): string {
  const end = tenant === undefined ? [] : [tenant.name, tenant.value]
  return JSON.stringify([requestId ?? null, traceparent ?? null, ...end])
}

/** Reads an origin; `undefined` if there is none. */
export function originOfText(text: string | null | undefined): Origin | undefined {
  if (typeof text !== "string") return undefined
  try {
    const [requestId, traceparent, name, value] = JSON.parse(text) as unknown[]
    const tenant = typeof name === "string" && typeof value === "string" ? { name, value } : undefined
    return originWith(requestId, traceparent, tenant)
  } catch {
    return undefined
  }
}

function originWith(requestId: unknown, traceparent: unknown, tenant?: Tenant): Origin | undefined {
  const origin = {
    requestId: typeof requestId === "string" && requestId.length <= mostCharacters ? requestId : undefined,
    traceparent: typeof traceparent === "string" && traceparents.test(traceparent) ? traceparent : undefined,
    ...(tenant !== undefined && { tenant }),
  }
  return Object.values(origin).every((value) => value === undefined) ? undefined : origin
}

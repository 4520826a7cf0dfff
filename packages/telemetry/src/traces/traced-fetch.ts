import {
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapSetter,
  trace,
} from "@opentelemetry/api"
import { errorType } from "./error-type.ts"
import { findTracer } from "../sdk.ts"

const setter: TextMapSetter<Headers> = { set: (headers, name, value) => headers.set(name, value) }

/**
 * `fetch()` in a span of its own, with a `traceparent` header, so that the other server continues the trace. The span has
 * the method, host, port and status, and neither path nor query: they can contain secrets. Without an SDK it is `fetch()`.
 *
 * @example
 * ```ts
 * import { tracedFetch } from "@trivet/telemetry"
 *
 * export async function currentWeather(signal: AbortSignal): Promise<unknown> {
 *   const response = await tracedFetch("https://weather.example/now", { signal })
 *   return response.json()
 * }
 * ```
 */
export async function tracedFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const tracer = findTracer()
  if (tracer === undefined) return fetch(input, init)
  const request = typeof input === "string" || input instanceof URL ? undefined : input
  const url = new URL(typeof input === "string" || input instanceof URL ? input : input.url)
  const method = (init.method ?? request?.method ?? "GET").toUpperCase()
  const attributes = {
    "http.request.method": method,
    "url.scheme": url.protocol.slice(0, -1),
    "server.address": url.hostname,
    "server.port": Number(url.port) || (url.protocol === "https:" ? 443 : 80),
  }
  const span = tracer.startSpan(method, { kind: SpanKind.CLIENT, attributes })
  const inside = trace.setSpan(context.active(), span)
  const headers = new Headers(init.headers ?? request?.headers)
  propagation.inject(inside, headers, setter)
  try {
    const response = await context.with(inside, () => fetch(input, { ...init, headers }))
    span.setAttribute("http.response.status_code", response.status)
    if (response.status >= 400) fail(span, String(response.status))
    return response
  } catch (thrown) {
    const { cause } = thrown as { readonly cause?: unknown }
    fail(span, errorType(cause ?? thrown))
    throw thrown
  } finally {
    span.end()
  }
}

function fail(span: Span, type: string): void {
  span.setAttribute("error.type", type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

import { type Attributes, SpanKind, type SpanOptions } from "@opentelemetry/api"
import type { AppDescription, RouteDescription } from "trivet/extend"

/** The properties that all calls of a route share. */
export interface RouteFacts {
  /** Whether its calls are HTTP requests. */
  readonly isRequest: boolean
  /** The method, or `_OTHER`; `""` for calls that are not HTTP requests. */
  readonly method: string
  /** The pattern; `undefined` if no route matched. */
  readonly pattern: string | undefined
  /** The name of its spans. */
  readonly name: string
  /** The options with which its spans are started. */
  readonly span: SpanOptions & { readonly attributes: Attributes }
}

/** Finds the facts of a call's route. Their number is bounded by routes times methods. */
export type FindFacts = (method: string, pattern: string | undefined) => RouteFacts

/** The methods of the semantic conventions. Any other one is `_OTHER`, because clients choose them. */
const known = new Set("GET HEAD POST PUT PATCH DELETE OPTIONS QUERY CONNECT TRACE".split(" "))

/** Creates the facts of an application's routes on first use. */
export function createFindFacts(app: AppDescription): FindFacts {
  const described = Map.groupBy(app.routes, ({ path }) => path)
  const found = new Map<string | undefined, Map<string, RouteFacts>>()
  return (method, pattern) => {
    const bounded = method === "" || known.has(method) ? method : "_OTHER"
    const ofPattern = found.get(pattern) ?? new Map<string, RouteFacts>()
    if (ofPattern.size === 0) found.set(pattern, ofPattern)
    const facts =
      ofPattern.get(bounded) ??
      factsOf(bounded, pattern, findRoute(described.get(pattern ?? "") ?? [], bounded))
    ofPattern.set(bounded, facts)
    return facts
  }
}

function findRoute(routes: readonly RouteDescription[], method: string): RouteDescription | undefined {
  if (method === "") return routes.find((route) => route.method === undefined)
  const requests = routes.filter((route) => route.method !== undefined)
  // HEAD is answered by the GET route, and mounted handlers answer any method.
  return requests.find((route) => route.method === method) ?? requests[0]
}

function factsOf(
  method: string,
  pattern: string | undefined,
  route: RouteDescription | undefined,
): RouteFacts {
  const isRequest = method !== ""
  const attributes = {
    ...(isRequest && { "http.request.method": method }),
    ...(isRequest && pattern !== undefined && { "http.route": pattern }),
    ...(route !== undefined && {
      "trivet.module": route.module,
      "code.function.name": `${route.controller}.${route.handler}`,
    }),
  }
  const kind = isRequest ? SpanKind.SERVER : spanKindOf(route)
  return { isRequest, method, pattern, name: spanNameOf(method, pattern), span: { kind, attributes } }
}

function spanNameOf(method: string, pattern: string | undefined): string {
  const shown = method === "_OTHER" ? "HTTP" : method
  if (pattern === undefined) return shown === "" ? "call" : shown
  return shown === "" ? pattern : `${shown} ${pattern}`
}

/** A command starts a trace; calls of other kinds, such as jobs, were sent by a producer. */
function spanKindOf(route: RouteDescription | undefined): SpanKind {
  return route === undefined || route.kind === "command" ? SpanKind.INTERNAL : SpanKind.CONSUMER
}

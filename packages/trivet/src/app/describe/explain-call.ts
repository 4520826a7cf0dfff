import { requestKind } from "../../context/kind.ts"
import { isFault } from "../../fault/fault.ts"
import { explainResolve } from "../../router/explain-resolve.ts"
import type { Match } from "../../router/match.ts"
import { findMethods, findOtherMethod, resolve } from "../../router/resolve.ts"
import { createRouteTable, type RouteTable } from "../../router/route-table.ts"
import type { CompiledRoute } from "../dispatch/compiled-route.ts"
import type { ServedKind } from "../routes/served-kinds.ts"

/** A route that was considered for a call. */
export interface ExplainedCandidate {
  /** The path of the route. */
  readonly path: string
  /** The name of its controller. */
  readonly controller: string
  /** `"lost"` if it matches, but another route has precedence. */
  readonly outcome: "won" | "lost" | "no match"
  /** The reason, as half a sentence: `it is another path`. */
  readonly reason: string
}

/** Which route answers a call, and why, as plain data. */
export interface CallExplanation {
  /** The method of the call; for a call that is not a request, the name of its kind. */
  readonly method: string
  /** The path of the call. */
  readonly path: string
  /** The method whose routes were considered: `GET` for a HEAD request without a HEAD route. */
  readonly searched: string
  /** What answers the call; `"malformed"` if the path has an invalid escape. */
  readonly answer: "a route" | "not found" | "method not allowed" | "malformed"
  /** The status if no route answers; otherwise `undefined`. */
  readonly status: number | undefined
  /** The path of the route that answers, as it was declared. */
  readonly route: string | undefined
  /** The path parameters. */
  readonly params: Readonly<Record<string, string>>
  /** The other methods for which the path has a route. */
  readonly methods: readonly string[]
  /** The considered routes in the order of matching. */
  readonly tiers: readonly {
    readonly tier: "exact" | "pattern" | "wildcard"
    readonly candidates: readonly ExplainedCandidate[]
  }[]
}

/**
 * Explains what `dispatch` does with a call. The winner comes from the router itself; the reasons are determined
 * separately. A call that is not a request has the name of its kind as its method.
 */
export function explainCall(
  kinds: ReadonlyMap<string, ServedKind>,
  methodNotAllowed: boolean,
  method: string,
  path: string,
): CallExplanation {
  const other = method === requestKind.name ? undefined : kinds.get(method)
  if (other === undefined) {
    const table = kinds.get(requestKind.name)?.routes.table ?? createRouteTable<CompiledRoute>()
    return explainIn(table, methodNotAllowed, method, path)
  }
  const words = path.split("/").filter((word) => word !== "")
  const explained = explainIn(other.routes.table, false, "", other.kind.words ? `/${words.join("/")}` : path)
  return { ...explained, method, path, searched: method }
}

function explainIn(
  table: RouteTable<CompiledRoute>,
  methodNotAllowed: boolean,
  method: string,
  path: string,
): CallExplanation {
  const own = find(table, method, path)
  const searched = own === undefined ? (findOtherMethod(method) ?? method) : method
  const match = searched === method ? own : find(table, searched, path)
  const methods = findMethods(table, path).filter((other) => other !== searched)
  const explained = explainResolve(table, searched, path)
  const answer = match === "malformed" ? match : answerOf(match, methodNotAllowed && methods.length > 0)
  const found = match === "malformed" ? undefined : match
  return {
    method,
    path,
    searched,
    answer,
    status: statuses[answer],
    route: found?.value.path,
    params: Object.fromEntries((found?.names ?? []).map((name, at) => [name, found!.values[at]!])),
    methods,
    tiers: explained.tiers.map(({ tier, candidates }) => ({
      tier,
      candidates: candidates.map(({ value, outcome, reason }) => ({
        path: value.path,
        controller: value.controller,
        outcome,
        reason,
      })),
    })),
  }
}

const statuses: Readonly<Record<CallExplanation["answer"], number | undefined>> = {
  "a route": undefined,
  "not found": 404,
  "method not allowed": 405,
  malformed: 400,
}

function answerOf(match: Match<CompiledRoute> | undefined, otherMethods: boolean): CallExplanation["answer"] {
  if (match !== undefined) return "a route"
  return otherMethods ? "method not allowed" : "not found"
}

function find(
  table: RouteTable<CompiledRoute>,
  method: string,
  path: string,
): Match<CompiledRoute> | undefined | "malformed" {
  try {
    return resolve(table, method, path)
  } catch (error) {
    if (isFault(error)) return "malformed"
    throw error
  }
}

import { isFault } from "../fault/fault.ts"
import { explainResolve } from "../router/explain-resolve.ts"
import type { Match } from "../router/match.ts"
import { findMethods, resolve } from "../router/resolve.ts"
import type { RouteTable } from "../router/route-table.ts"
import type { CompiledRoute } from "./dispatch.ts"
import { findOtherMethod } from "./find-match.ts"

/** One route that was looked at for a call. */
export interface ExplainedCandidate {
  readonly path: string
  readonly controller: string
  readonly outcome: "won" | "lost" | "no match"
  readonly reason: string
}

/** What becomes of a call, and why: every route of its method, tier by tier. Plain data. */
export interface CallExplanation {
  readonly method: string
  readonly path: string
  /** The method whose routes were looked at: `GET` for a HEAD call that no HEAD route matches. */
  readonly searched: string
  readonly answer: "a route" | "not found" | "method not allowed" | "malformed"
  /** The status of an answer that no route gives. */
  readonly status: number | undefined
  /** The winner's path as it was written. */
  readonly route: string | undefined
  readonly params: Readonly<Record<string, string>>
  /** The other methods under which the path finds a route. */
  readonly methods: readonly string[]
  readonly tiers: readonly {
    readonly tier: "exact" | "pattern" | "wildcard"
    readonly candidates: readonly ExplainedCandidate[]
  }[]
}

/** Tells what `dispatch` does with a call, and why. The winner is the router's own; the reasons are looked up beside it. */
export function explainCall(
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

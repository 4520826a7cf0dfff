import { isGuarded } from "../access.ts"
import type { FuzzCall } from "../call/fuzz-call.ts"
import { type Field, Session } from "../call/session.ts"
import { type FuzzRoute, routeTitle } from "../target/fuzz-target.ts"
import { inLanes, inTurn, shuffled } from "../in-lanes.ts"
import { spellingsOf } from "../input/spellings-of.ts"
import type { Knowledge } from "../learn.ts"
import type { Phase } from "../phase.ts"

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

// A token with the algorithm `none`, and texts that a careless comparison accepts.
const unsigned = "eyJhbGciOiJub25lIn0.eyJ1c2VyX2lkIjoxLCJzdWIiOiIxIiwiZXhwIjo5OTk5OTk5OTk5fQ."
const tokens = ["", "null", "undefined", "0", "true", "[object Object]", "' OR '1'='1", unsigned]

/** Calls every guarded route without valid credentials: every method, every spelling of its path, and bad credentials. */
export const guardedRoutes: Phase = {
  name: "guarded routes",
  share: 0.12,
  run: async ({ field, knowledge, seed, deadline, report, isNew }) => {
    const guarded = field.target.routes.filter((route) => isGuarded(route) && route.method !== "ANY")
    if (guarded.length === 0) return "no route has a guard with `security`"
    const usual = await usualStatuses(field)
    const plain = guarded.map((route) => [...badCredentials(route, knowledge)])
    const spelled = guarded.map((route) => shuffled([...spellings(route, knowledge)], seed))
    const done = await inLanes(inTurn([inTurn(plain), inTurn(spelled)]), 6, deadline, async (call) => {
      const session = new Session(field, knowledge.session)
      const { problems, reply } = await session.send(call)
      for (const problem of problems) {
        // The application answers any path like this: a preflight, or a page that is always the same.
        if (
          problem.kind === "unguarded" &&
          call.target !== undefined &&
          reply?.status === usual.get(call.method)
        )
          continue
        if (isNew(problem)) await report(problem, session)
      }
    })
    return done ? undefined : "not all spellings were tried in the time"
  },
}

async function usualStatuses(field: Field): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>()
  for (const method of methods) {
    const path = "/xq7z-unknown"
    const { reply } = await new Session(field).send({ method, path, cookies: false })
    if (reply !== undefined) found.set(method, reply.status)
  }
  return found
}

/** The sample of a route without its credentials. */
function withoutCredentials(route: FuzzRoute, { samples }: Knowledge): FuzzCall {
  const { method, path } = route
  const { as: _, headers: __, ...sample } = samples.get(routeTitle(route)) ?? { method, path }
  return { ...sample, cookies: false, expect: "rejected" }
}

function* badCredentials(route: FuzzRoute, knowledge: Knowledge): Generator<FuzzCall> {
  const call = withoutCredentials(route, knowledge)
  yield call
  if (route.method === "GET") yield { ...call, method: "HEAD" }
  for (const { type, place, key } of route.schemes)
    for (const token of tokens) {
      if (type === "http") {
        yield { ...call, headers: { authorization: `${place === "basic" ? "Basic" : "Bearer"} ${token}` } }
        yield { ...call, headers: { authorization: token } }
      } else if (place === "header") yield { ...call, headers: { [key]: token } }
      else if (place === "cookie")
        yield { ...call, headers: { cookie: `${key}=${encodeURIComponent(token)}` } }
      else yield { ...call, query: { ...call.query, [key]: token } }
    }
}

function* spellings(route: FuzzRoute, knowledge: Knowledge): Generator<FuzzCall> {
  const call = withoutCredentials(route, knowledge)
  const values = Object.values(call.params ?? {})
  // Spelled with short names, which are then replaced by references to real ids.
  const path = route.path
    .split("/")
    .map((part) =>
      part.startsWith(":") || part === "*"
        ? `zz${Object.keys(call.params ?? {}).indexOf(part.replace(/^:/, ""))}zz`
        : part,
    )
    .join("/")
  const { params: _, query: __, ...rest } = call
  for (const spelled of [path, ...spellingsOf(path)])
    for (const method of methods) {
      const target = spelled.replace(/zz(\d)zz/g, (whole, at: string) => values[Number(at)] ?? whole)
      yield { ...rest, method, target }
    }
}

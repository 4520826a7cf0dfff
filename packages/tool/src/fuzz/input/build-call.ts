import { isOpenTo } from "trivet/extend"
import type { Access } from "trivet/testing"
import { isGuarded } from "../access.ts"
import type { FuzzCall } from "../call/fuzz-call.ts"
import type { Session } from "../call/session.ts"
import type { FuzzRoute } from "../target/fuzz-target.ts"
import type { BodyShape } from "./body-shape.ts"
import { candidatesFor, findCredential, sentBodies } from "./candidates.ts"

/** Values for the parts of a call, before values of earlier replies replace some of them. */
export interface Filling {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | readonly string[]>>
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Which values of earlier replies a call uses. */
export interface Choice {
  /** Which of several matching values. */
  readonly pick: number
  /** Whether parameters and identifiers come from earlier replies. */
  readonly reuse: boolean
  /** Whether a body repeats that of an earlier call, as for a login. */
  readonly repeat: boolean
  /** Which of the permitted callers, or none. */
  readonly caller: number
}

/** The names of a path's parameters; `*` for a wildcard. */
export function parametersOf(path: string): readonly string[] {
  return path
    .split("/")
    .filter((part) => part.startsWith(":") || part === "*")
    .map((part) => part.replace(/^:/, ""))
}

/** Builds a call from generated values and values of earlier replies. */
export function buildCall(
  route: FuzzRoute,
  shape: BodyShape | undefined,
  filling: Filling,
  choice: Choice,
  session: Session,
  access: Access | undefined,
): FuzzCall {
  const { method, path } = route
  const params = Object.fromEntries(
    parametersOf(path).map((name) => {
      const found = choice.reuse ? candidatesFor(session, name, path) : []
      const value = found[choice.pick % Math.max(1, found.length)] ?? filling.params[name] ?? "1"
      return [name, value]
    }),
  )
  const credentials = credentialsFor(route, choice, session, access)
  return {
    method,
    path,
    ...(Object.keys(params).length > 0 && { params }),
    ...(Object.keys(filling.query).length > 0 && { query: filling.query }),
    ...credentials,
    headers: { ...filling.headers, ...credentials.headers },
    ...bodyFor(route, shape, filling, choice, session),
  }
}

/** Whether a route ends a session. */
export function isLogout({ path }: Pick<FuzzRoute, "path">): boolean {
  return /log-?out|sign-?out/i.test(path)
}

/**
 * The credentials of a call: a permitted caller if `tests/access.ts` names one, otherwise a token from an earlier
 * reply.
 */
export function credentialsFor(
  route: FuzzRoute,
  { caller }: Pick<Choice, "caller">,
  session: Session,
  access: Access | undefined,
): Pick<FuzzCall, "as" | "headers" | "cookies"> {
  // A logout would end the session for all other calls.
  if (isLogout(route)) return { cookies: false }
  const callers = Object.entries(access?.callers ?? {}).filter(([, one]) => isOpenTo(route.access, one))
  const guarded = isGuarded(route)
  if (guarded && callers.length > 0) return { as: callers[caller % callers.length]![0] }
  const headers: Record<string, string> = {}
  for (const { type, place, key } of route.schemes) {
    const names = type === "http" ? /^(?:access_?)?token$|^jwt$|^id_?token$/i : /^(?:api_?)?key$|^secret$/i
    const found = findCredential(session, names)
    if (found === undefined) continue
    if (type === "http" && place === "bearer") headers["authorization"] = `Bearer ${found}`
    else if (type === "apiKey" && place === "header") headers[key] = found
  }
  return { headers }
}

function bodyFor(
  { path }: FuzzRoute,
  shape: BodyShape | undefined,
  { body }: Filling,
  { repeat, reuse, pick }: Choice,
  session: Session,
): Pick<FuzzCall, "json" | "form" | "text"> {
  if (shape === undefined) return {}
  if (typeof body !== "object" || body === null || Array.isArray(body)) return { json: body }
  const earlier = repeat ? repeated(body, session, pick) : {}
  const entries = Object.entries(body).map(([name, value]) => {
    if (name in earlier) return [name, earlier[name]] as const
    const found =
      reuse && /token|cursor|(?:^|_)id$|Id$|csrf/.test(name) ? candidatesFor(session, name, path) : []
    return [name, found[pick % Math.max(1, found.length)] ?? value] as const
  })
  if (shape.encoding === "json") return { json: Object.fromEntries(entries) }
  const texts = entries.map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ])
  return { form: Object.fromEntries(texts) as Record<string, string> }
}

/** The values of an earlier body with the same secret field. */
function repeated(body: object, session: Session, pick: number): Readonly<Record<string, unknown>> {
  const field = Object.keys(body).find((name) => /pass|email|login|user/i.test(name))
  const bodies = field === undefined ? [] : sentBodies(session, field)
  return bodies[pick % Math.max(1, bodies.length)] ?? {}
}

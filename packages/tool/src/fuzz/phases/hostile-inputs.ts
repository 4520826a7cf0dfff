import type { FuzzCall } from "../call/fuzz-call.ts"
import { endsOften, Session } from "../call/session.ts"
import { routeTitle } from "../target/fuzz-target.ts"
import { inLanes, inTurn } from "../in-lanes.ts"
import { buildCall, parametersOf } from "../input/build-call.ts"
import { candidatesFor } from "../input/candidates.ts"
import { plainFilling } from "../input/fillings.ts"
import { type HostileCalls, hostileCalls } from "../input/hostile-calls.ts"
import { isHeavy } from "../learn.ts"
import type { Phase, PhaseInput } from "../phase.ts"

/** Sends hostile texts, values, bodies and headers to every route, changing one thing of a valid call at a time. */
export const hostileInputs: Phase = {
  name: "hostile inputs",
  share: 0.25,
  run: async (input) => {
    const { field, knowledge, deadline } = input
    const routes = field.target.routes.filter(({ method }) => method !== "ANY")
    const listOf = (heavy: boolean) =>
      inTurn(
        routes
          .filter((route) => isHeavy(route, knowledge) === heavy)
          .map((route) => hostileCalls(route, knowledge)),
      )
    const done = await Promise.all([
      inLanes(listOf(false), 3, deadline, (calls) => send(calls, input)),
      inLanes(listOf(true), 2, deadline, (calls) => send(calls, input)),
    ])
    const notes = routes
      .filter((route) => endsOften(field, route))
      .map((route) => `${routeTitle(route)} ends the process: not all of its inputs were tried`)
    if (!done.every(Boolean)) notes.push("not all inputs were tried in the time")
    return notes.length === 0 ? undefined : notes.join("; ")
  },
}

async function send({ calls, readBack, ownRow }: HostileCalls, input: PhaseInput): Promise<void> {
  const { field, knowledge, report, isNew } = input
  if (calls.some((call) => field.hung.has(routeTitle(call)) || endsOften(field, call))) return
  const session = new Session(field, knowledge.session)
  for (const call of calls) {
    const { problems } = await session.send(ownRow === true ? await withOwnRow(call, session, input) : call)
    for (const problem of problems) if (isNew(problem)) await report(problem, session)
  }
  const { reply } = session.exchanges.at(-1)!
  if (readBack && reply !== undefined && reply.status < 400) await read(calls.at(-1)!.path, session, input)
}

/** The same call for a row that is created for it. */
async function withOwnRow(call: FuzzCall, session: Session, { knowledge }: PhaseInput): Promise<FuzzCall> {
  const names = parametersOf(call.path)
  const creator = `POST ${call.path.split("/:", 1)[0]}`
  const sample = knowledge.samples.get(creator)
  if (names.length === 0 || sample === undefined || !knowledge.succeeded.has(creator)) return call
  await session.send(sample)
  const params = names.map((name) => [name, candidatesFor(session, name, call.path)[0]])
  return { ...call, params: { ...call.params, ...(Object.fromEntries(params) as Record<string, string>) } }
}

/** Reads what a call has stored: from routes below the same path, and those that its reply links to. */
async function read(
  path: string,
  session: Session,
  { field, knowledge, seed, report, isNew }: PhaseInput,
): Promise<void> {
  const [, first = ""] = path.split("/")
  const led = new Set(session.exchanges.at(-1)!.values.map(({ place }) => place.split(".", 1)[0]))
  const readers = field.target.routes.filter(
    (route) =>
      route.method === "GET" &&
      !isHeavy(route, knowledge) &&
      (route.path.split("/")[1] === first || (led.has("address") && route.path.includes(":"))),
  )
  for (const route of readers.slice(0, 6)) {
    const choice = { pick: 0, reuse: true, repeat: false, caller: 0 }
    const filling = { ...plainFilling(route, undefined, seed), query: {} }
    const { problems } = await session.send(
      buildCall(route, undefined, filling, choice, session, field.access),
    )
    for (const problem of problems) if (isNew(problem)) await report(problem, session)
  }
}

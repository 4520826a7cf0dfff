import type { FuzzCall } from "../call/fuzz-call.ts"
import { Session } from "../call/session.ts"
import { type FuzzRoute, routeTitle } from "../target/fuzz-target.ts"
import { inLanes } from "../in-lanes.ts"
import { buildCall, parametersOf } from "../input/build-call.ts"
import { plainFilling } from "../input/fillings.ts"
import { rowsIn } from "../judge/check-expectation.ts"
import { isEnding } from "../learn.ts"
import type { Phase, PhaseInput } from "../phase.ts"
import { propertyNames } from "../input/properties.ts"

/** More items than any page should have. */
const most = 200
const created = 260

/** Creates rows and requests lists: a list that returns more items than any page should has no limit. */
export const unboundedLists: Phase = {
  name: "unbounded lists",
  share: 0.1,
  run: async (input) => {
    const { field, knowledge } = input
    const creators = field.target.routes.filter((route) => isCreator(route, input))
    if (creators.length === 0) return "no route that creates something was answered with success"
    const lists = field.target.routes.filter(
      ({ method, path }) =>
        method === "GET" && parametersOf(path).length === 0 && knowledge.succeeded.has(`GET ${path}`),
    )
    const notes: string[] = []
    for (const creator of creators) {
      const count = await create(creator, input)
      if (count <= most) notes.push(`${routeTitle(creator)} created ${count} rows`)
    }
    for (const list of lists) await ask(list, input)
    return notes.length === 0 ? undefined : notes.join("; ")
  },
}

/** A POST that succeeded and is not a login: accounts are slow to create, and limited. */
function isCreator(route: FuzzRoute, { knowledge }: PhaseInput): boolean {
  const properties = propertyNames(knowledge.shapes.find(route)?.schema)
  if (route.method !== "POST" || isEnding(route) || properties.length === 0) return false
  if (parametersOf(route.path).length > 0) return false
  const isEntry = properties.some((name) => /password|token/i.test(name))
  return !isEntry && knowledge.succeeded.has(routeTitle(route))
}

async function create(route: FuzzRoute, { field, knowledge, seed, deadline }: PhaseInput): Promise<number> {
  const shape = knowledge.shapes.find(route)
  let count = 0
  let limited = false
  const tasks = Array.from({ length: created }, (_, at) => at)
  // Half of the time is left for the lists.
  const until = performance.now() + (deadline - performance.now()) / 2
  await inLanes(tasks, 6, until, async (at) => {
    if (limited) return
    const session = new Session(field, knowledge.session)
    const filling = plainFilling(route, shape, seed + at)
    const choice = { pick: 0, reuse: true, repeat: false, caller: 0 }
    const call = buildCall(route, shape, filling, choice, session, field.access)
    const status = await session.sendOnly(call)
    if (status !== undefined && status < 400) count++
    limited ||= status === 429
  })
  return count
}

async function ask(list: FuzzRoute, input: PhaseInput): Promise<void> {
  const { field, knowledge, report } = input
  const sample = knowledge.samples.get(routeTitle(list))!
  const headers = { ...sample.headers, accept: "application/json" }
  const { query: _, ...plain } = sample
  const asked: readonly FuzzCall[] = [
    { ...plain, headers },
    ...["limit", "per_page", "pageSize", "size"].map((name) => ({
      ...plain,
      headers,
      query: { [name]: "100000" },
    })),
  ]
  for (const call of asked) {
    const session = new Session(field, knowledge.session)
    const { reply } = await session.send(call)
    const rows = reply === undefined ? 0 : rowsIn(reply)
    // Not a list, whatever its query is.
    if (rows < 2) return
    if (rows <= most) continue
    const evidence = `${rows} items${call.query === undefined ? "" : ` with ?${new URLSearchParams(call.query as Record<string, string>).toString()}`}, after ${created} were created`
    const title = `returns a list without a bound: more than ${most} items`
    await report(
      { kind: "unbounded-list", route: routeTitle(list), title, evidence },
      { phase: unboundedLists.name },
    )
    return
  }
}

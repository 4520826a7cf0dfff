import type { FuzzCall } from "../call/fuzz-call.ts"
import { Session } from "../call/session.ts"
import { inLanes, inTurn } from "../in-lanes.ts"
import { hostileCalls } from "../input/hostile-calls.ts"
import { isHeavy } from "../learn.ts"
import type { Phase } from "../phase.ts"

/** Sends hostile texts, values, bodies and headers to every route, one change of a good call at a time. */
export const hostileInputs: Phase = {
  name: "hostile inputs",
  share: 0.25,
  run: async ({ field, knowledge, deadline, report, isNew }) => {
    const routes = field.target.routes.filter(({ method }) => method !== "ANY")
    const listOf = (heavy: boolean) =>
      inTurn(
        routes
          .filter((route) => isHeavy(route, knowledge) === heavy)
          .map((route) => hostileCalls(route, knowledge)),
      )
    const send = async (calls: readonly FuzzCall[]) => {
      const session = new Session(field, knowledge.session)
      for (const call of calls) {
        const { problems } = await session.send(call)
        for (const problem of problems) if (isNew(problem)) await report(problem, session)
      }
    }
    const done = await Promise.all([
      inLanes(listOf(false), 3, deadline, send),
      inLanes(listOf(true), 1, deadline, send),
    ])
    return done.every(Boolean) ? undefined : "not all inputs were tried in the time"
  },
}

import { isOpenTo } from "trivet/extend"
import { isGuarded, messageOf } from "../access.ts"
import { Session } from "../call/session.ts"
import { isLogout } from "../input/build-call.ts"
import type { Phase } from "../phase.ts"

/**
 * Calls every guarded route as every caller of `tests/access.ts`: callers without access must be rejected, the others
 * must not.
 */
export const accessCells: Phase = {
  name: "access",
  share: 0.05,
  run: async ({ field, deadline, end, report, isNew }) => {
    if ("failure" in field) return "the callers cannot be set up"
    if (field.access === undefined) return "there is no src/testing/access.ts and no tests/access.ts"
    const routes = field.target.routes.filter((route) => isGuarded(route) && route.method !== "ANY")
    const cells = routes.flatMap((route) =>
      Object.entries(field.access!.callers).map(([as, caller]) => ({
        route,
        as,
        open: isOpenTo(route.access, caller),
      })),
    )
    // First the calls that must change nothing. A logout would invalidate the credentials for later calls.
    const ordered = [
      ...cells.filter(({ open }) => !open),
      ...cells.filter(({ open, route }) => open && !isLogout(route)),
    ]
    // There are few cells, and each should be tried, so they may take half of the remaining time.
    const until = Math.max(deadline, (performance.now() + end) / 2)
    const failures: unknown[] = []
    for (const { route, as, open } of ordered) {
      if (performance.now() > until) return "not all cells were tried in the time"
      const { method, path } = route
      const expect = open ? "admitted" : "rejected"
      const call = { method, path, as, prepared: true, cookies: false, expect } as const
      const session = new Session(field)
      const { problems } = await session.send(call).catch((failure: unknown) => {
        failures.push(failure)
        return { problems: [] }
      })
      for (const problem of problems) if (isNew(problem)) await report(problem, session)
    }
    if (failures.length > 0)
      throw new Error(`prepare() failed for ${failures.length} calls: ${messageOf(failures[0])}`)
    return undefined
  },
}

import { messageOf } from "../access.ts"
import { lookAfterSharing } from "../leaks/ended-sharing.ts"
import { findGrowingNumbers } from "../leaks/growing-numbers.ts"
import { LeakSearch } from "../leaks/leak-search.ts"
import { peopleOf } from "../leaks/people.ts"
import type { Phase } from "../phase.ts"

/**
 * Sets up the callers twice. Each writes unique texts through every field that takes a text, and callers of the other set
 * may not get them: in a reply, a stream, a message of a socket, a mail, the payload of a job or a log line, unless the
 * route is open to anyone or the access file shares it.
 */
export const leaks: Phase = {
  name: "leaks",
  share: 0.08,
  run: async (input) => {
    const { field, isNew, report } = input
    if ("failure" in field) return "the callers cannot be set up"
    if (field.access === undefined) return "there is no src/testing/access.ts and no tests/access.ts"
    const others = await field.openOthers()
    if ("failure" in others) return `the callers cannot be set up twice: ${messageOf(others.failure)}`
    const people = [...peopleOf(field, "first"), ...peopleOf({ ...field, ...others }, "second")]
    if (people.length === 0) return "no caller has credentials"
    const search = new LeakSearch(input, people)
    await search.begin()
    await search.writeAll()
    const numbers = await findGrowingNumbers(search)
    await search.readAll(people)
    await search.observe()
    await lookAfterSharing(search)
    await search.end()
    const { plain, later } = await search.problems()
    // A route that gives out texts anyway shows nothing new with a number, or after the end of a sharing.
    const known = new Set(plain.map(({ route }) => route))
    const more = [...numbers, ...later].filter(({ route }) => !known.has(route))
    for (const problem of [...plain, ...more])
      if (isNew(problem)) await report(problem, { phase: leaks.name })
    return search.isLate ? "not all routes were tried in the time" : undefined
  },
}

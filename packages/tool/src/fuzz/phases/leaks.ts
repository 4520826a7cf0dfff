import { messageOf } from "../access.ts"
import { endedSessions } from "../leaks/ended-sessions.ts"
import { lookAfterSharing } from "../leaks/ended-sharing.ts"
import { findGrowingNumbers } from "../leaks/growing-numbers.ts"
import { LeakSearch } from "../leaks/leak-search.ts"
import { areStrangers, peopleOf } from "../leaks/people.ts"
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
    if (!people.some((one) => people.some((other) => areStrangers(one, other))))
      return "the access file sets up the same accounts each time: let it sign up with new addresses"
    // What is not read shows nothing, so it may take a third of the remaining time.
    const now = performance.now()
    const deadline = Math.max(input.deadline, now + (input.end - now) / 3)
    const search = new LeakSearch({ ...input, deadline }, people)
    await search.begin()
    await search.writeAll()
    const numbers = await findGrowingNumbers(search)
    const starts = new Map(people.map((person) => [person, person.session.exchanges.length]))
    await search.readAll(people)
    const ended = endedSessions(search, starts)
    await search.observe()
    await lookAfterSharing(search)
    await search.end()
    const { plain, later } = await search.problems()
    // A route that gives out texts anyway shows nothing new with a number, or after the end of a sharing.
    const known = new Set(plain.map(({ route }) => route))
    const more = [...numbers, ...later].filter(({ route }) => !known.has(route))
    for (const problem of [...plain, ...more])
      if (isNew(problem)) await report(problem, { phase: leaks.name })
    // What fails shows nothing, and so hides what it gives to others.
    for (const { session } of people)
      for (const [at, { problems }] of session.exchanges.entries())
        for (const problem of problems) {
          if (problem.kind !== "server-error" || !isNew(problem)) continue
          await report(problem, { exchanges: session.exchanges.slice(0, at + 1) })
          // It may take the rows of others: as where a page ends between two rows with the same key.
          if (isNew(problem)) await report(problem, { phase: leaks.name })
        }
    if (search.isLate) return "not all routes were tried in the time"
    if (search.isRejected) return "no call with a text was accepted: turn limits off for the run"
    const names = [...new Set(ended.map(({ name }) => `\`${name}\``))].toSorted().join(", ")
    return names === "" ? undefined : `a call ended the session of ${names}: what comes to them was not seen`
  },
}

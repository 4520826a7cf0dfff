import { isOpenTo } from "trivet/extend"
import { parametersOf } from "../input/build-call.ts"
import { routeTitle } from "../target/fuzz-target.ts"
import type { LeakSearch } from "./leak-search.ts"
import type { Person } from "./people.ts"

/** How many calls people had sent when they began to read. */
export type ReadingStart = ReadonlyMap<Person, number>

/**
 * The people whose reads were all rejected, although a call of theirs was accepted before, or a read of the same caller in
 * the other set: a call has ended their session.
 */
export function endedSessions(
  { people, reading, writing }: LeakSearch,
  starts: ReadingStart,
): readonly Person[] {
  const guarded = new Set([...reading, ...writing].map(routeTitle))
  const isAccepted = ({ session }: Person, from: number, to?: number) =>
    session.exchanges
      .slice(from, to)
      .some(({ call, reply }) => guarded.has(routeTitle(call)) && (reply?.status ?? 500) < 300)
  const isReading = (one: Person) => isAccepted(one, starts.get(one) ?? 0)
  const mayRead = ({ caller }: Person) =>
    reading.some(({ path, access }) => parametersOf(path).length === 0 && isOpenTo(access, caller))
  return people.filter((person) => {
    const isTwin = (one: Person) => one.name === person.name && one.set !== person.set
    const wasAccepted = isAccepted(person, 0, starts.get(person))
    return (
      mayRead(person) &&
      !isReading(person) &&
      (wasAccepted || people.some((one) => isTwin(one) && isReading(one)))
    )
  })
}

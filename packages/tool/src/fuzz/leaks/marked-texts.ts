import { markedIn } from "../input/marks.ts"
import type { FuzzRoute } from "../target/fuzz-target.ts"
import { type Act, areStrangers, mayShare, type Person, type SetName } from "./people.ts"

/** By which way a text came to another caller. */
export type Channel = "reply" | "stream" | "socket" | "mail" | "job" | "log"

/** Something that people got. */
export interface Seen {
  readonly channel: Channel
  readonly text: string
  /** Who got it. Several callers may have one account. */
  readonly readers: readonly Person[]
  /** What they did to get it; `undefined` if no call of theirs led to it. */
  readonly reading: Act | undefined
  /** What the reader sent, which a reply may repeat. */
  readonly sent?: string
  /** The acts before it without which it would be no leak. */
  readonly before?: readonly Act[]
}

/** A text that came to another caller. */
export interface Leak extends Omit<Seen, "readers" | "sent"> {
  readonly mark: string
  readonly writing: Act
  readonly reader: Person
  readonly route: FuzzRoute
}

/** The unique texts of all people, and those that came to others. */
export class MarkedTexts {
  readonly #written = new Map<string, Act>()
  readonly leaks: Leak[] = []

  add(marks: readonly string[], writing: Act): void {
    for (const mark of marks) this.#written.set(mark, writing)
  }

  /** The last text that was written outside of a set. */
  lastOfOthers(set: SetName): string | undefined {
    return [...this.#written].findLast(([, { person }]) => person.set !== set)?.[0]
  }

  /** Keeps the texts of others in something that people got. */
  look({ readers, sent = "", ...seen }: Seen): void {
    const [reader] = readers
    if (reader === undefined) return
    for (const mark of markedIn(seen.text)) {
      const writing = this.#written.get(mark)
      if (writing === undefined || sent.includes(mark)) continue
      const route = seen.reading?.route ?? writing.route
      const isOpen = (one: Person) =>
        !areStrangers(writing.person, one) || mayShare(route, writing.person, one)
      if (!readers.some(isOpen)) this.leaks.push({ ...seen, mark, writing, reader, route })
    }
  }
}

import { markedIn } from "../input/marks.ts"
import type { FuzzRoute } from "../target/fuzz-target.ts"
import { type Act, areStrangers, mayShare, type Person } from "./people.ts"

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

/** How many routes are searched for the texts of, and how many texts of each. */
const mostSearched = 3
const mostTexts = 2

/** The unique texts of all people, and those that came to others. */
export class MarkedTexts {
  readonly #written = new Map<string, Act>()
  readonly #acts: { readonly marks: readonly string[]; readonly writing: Act }[] = []
  readonly leaks: Leak[] = []

  add(marks: readonly string[], writing: Act): void {
    for (const mark of marks) this.#written.set(mark, writing)
    if (marks.length > 0) this.#acts.push({ marks, writing })
  }

  /** Texts that people of the other set wrote last and do not share with a reader, of some routes. */
  ofOthers(route: FuzzRoute, reader: Person): readonly string[] {
    const found = new Map<FuzzRoute, readonly string[]>()
    for (const { marks, writing } of this.#acts.toReversed()) {
      if (found.size === mostSearched) break
      const { person, route: written } = writing
      if (person.set === reader.set || found.has(written) || mayShare(route, person, reader, written))
        continue
      found.set(written, marks.slice(0, mostTexts))
    }
    return [...found.values()].flat()
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
        !areStrangers(writing.person, one) || mayShare(route, writing.person, one, writing.route)
      if (!readers.some(isOpen)) this.leaks.push({ ...seen, mark, writing, reader, route })
    }
  }
}

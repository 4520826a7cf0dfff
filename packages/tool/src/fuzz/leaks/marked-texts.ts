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

/** The act that stored a text. That of an address, with which a person signed up, has no route. */
type Writing = Omit<Act, "route"> & { readonly route: FuzzRoute | undefined }

/** A text that came to another caller. */
export interface Leak extends Omit<Seen, "readers" | "sent"> {
  readonly mark: string
  readonly writing: Writing
  readonly reader: Person
  readonly route: FuzzRoute
}

/** How many routes are searched for the texts of, and how many texts of each. */
const mostSearched = 3
const mostTexts = 2

/** The unique texts of all people, their addresses among them, and those that came to others. */
export class MarkedTexts {
  readonly #written = new Map<string, Writing>()
  #addresses: string[] = []
  readonly #acts: { readonly marks: readonly string[]; readonly writing: Act }[] = []
  readonly leaks: Leak[] = []

  add(marks: readonly string[], writing: Act): void {
    for (const mark of marks) this.#written.set(mark, writing)
    if (marks.length > 0) this.#acts.push({ marks, writing })
  }

  /** Adds what a person signed up with: a list of people has nothing else of them. */
  addPerson(person: Person): void {
    for (const address of person.addresses) {
      this.#addresses.push(address)
      this.#written.set(address, {
        person,
        route: undefined,
        shown: `signs up as ${address}`,
        call: undefined,
      })
    }
  }

  /** Looks for no addresses from now on. */
  forgetAddresses(): void {
    this.#addresses = []
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
    const lower = seen.text.toLowerCase()
    const addresses = this.#addresses.filter((one) => lower.includes(one))
    for (const mark of [...markedIn(seen.text), ...addresses]) {
      const writing = this.#written.get(mark)
      if (writing === undefined || sent.includes(mark)) continue
      const route = seen.reading?.route ?? writing.route
      if (route === undefined) continue
      const isOpen = (one: Person) =>
        !areStrangers(writing.person, one) || mayShare(route, writing.person, one, writing.route)
      if (!readers.some(isOpen)) this.leaks.push({ ...seen, mark, writing, reader, route })
    }
  }
}

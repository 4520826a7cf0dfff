import { randomUUID } from "node:crypto"
import { Clock, inject } from "trivet"

/** An id, and the moment that stands in it. */
export interface TimeOrderedId {
  readonly id: string
  readonly at: Date
}

const pattern = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/
const mostCounted = 0xfff

/** Greater than every other id: a page that begins before it is the first. */
export const greatestId = "ffffffff-ffff-ffff-ffff-ffffffffffff"

/** Whether a text is an id in the one spelling that we give out. */
export function isId(text: string): boolean {
  return pattern.test(text)
}

/** The id of a moment: version 7 of UUID, with a count of ids in that millisecond and 62 random bits. */
export function idAt(milliseconds: number, count: number): string {
  const time = milliseconds.toString(16).padStart(12, "0")
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, "0")}${randomUUID().slice(18)}`
}

/** Makes ids that sort by time. Within a process each is greater than the one before, whatever the clock does. */
export class TimeOrderedIds {
  readonly #clock = inject(Clock)
  #last = 0
  #count = 0

  next(): TimeOrderedId {
    const now = Math.max(this.#clock.now(), this.#last)
    const isSame = now === this.#last
    this.#last = isSame && this.#count === mostCounted ? now + 1 : now
    this.#count = this.#last === now && isSame ? this.#count + 1 : 0
    return { id: idAt(this.#last, this.#count), at: new Date(this.#last) }
  }
}

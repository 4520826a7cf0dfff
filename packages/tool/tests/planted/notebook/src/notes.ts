import { inject } from "trivet"
import { Accounts } from "./accounts.ts"

/** A note of a user. */
export interface Note {
  readonly id: string
  readonly owner: string
  readonly title: string
  readonly text: string
}

/** What a user writes. */
export type Writing = Pick<Note, "title" | "text">

/** A user who may read the notes of an owner. */
export interface Guest {
  readonly id: string
  readonly owner: string
  readonly guest: string
}

/** Notes in memory, and who may read them. */
export class Notes {
  readonly #accounts = inject(Accounts)
  readonly #rows: Note[] = []
  #guests: readonly Guest[] = []

  /** The notes of all users, oldest first. */
  get all(): readonly Note[] {
    return this.#rows
  }

  of(owner: string): readonly Note[] {
    return this.#rows.filter((row) => row.owner === owner)
  }

  /** The notes that a user may read. */
  readableBy(user: string): readonly Note[] {
    if (this.#accounts.isAgent(user)) return this.#rows
    const owners = this.#guests.filter(({ guest }) => guest === user).map(({ owner }) => owner)
    return this.#rows.filter(({ owner }) => owner === user || owners.includes(owner))
  }

  create(owner: string, { title, text }: Writing): Note {
    const note = { id: crypto.randomUUID(), owner, title, text }
    this.#rows.push(note)
    return note
  }

  update(id: string, owner: string, { title, text }: Writing): Note | undefined {
    const at = this.#rows.findIndex((row) => row.id === id && row.owner === owner)
    if (at === -1) return undefined
    this.#rows[at] = { id, owner, title, text }
    return this.#rows[at]
  }

  addGuest(owner: string, guest: string): Guest {
    const added = { id: crypto.randomUUID(), owner, guest }
    this.#guests = [...this.#guests, added]
    return added
  }

  /** Returns whether there was one. */
  removeGuest(id: string, owner: string): boolean {
    const left = this.#guests.filter((one) => one.id !== id || one.owner !== owner)
    const isFound = left.length < this.#guests.length
    this.#guests = left
    return isFound
  }
}

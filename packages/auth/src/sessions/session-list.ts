import type { KeyValue } from "trivet"

/** A session as its user sees it. */
export interface ListedSession {
  /** Identifies the session among those of its user, for `Sessions.destroyListed()`. It is not a secret. */
  readonly number: number
  /** The label that was passed to `create()`, such as the name of the browser. */
  readonly label: string
  /** When it began: RFC 3339, in UTC. */
  readonly created_at: string
  /** Whether it is the session of `currentId`. */
  readonly current: boolean
}

/** An entry of the list. */
export interface SessionEntry extends Omit<ListedSession, "number" | "current"> {
  /** The key under which the session is stored. */
  readonly key: string
}

/** The user and the generation. Sessions of an earlier generation have ended; their entries have other keys. */
export interface SessionOwner {
  readonly userId: string
  readonly generation: string
}

/** Where an entry is kept. */
export interface ListPlace {
  /** Increases with each session of the user. */
  readonly number: number
  /** 0 to 49. It is free again when the session has ended. */
  readonly slot: number
}

type Listed = SessionEntry & ListPlace

const mostListed = 50

/**
 * The sessions of each user, in 50 slots. An atomic increment gives each session its number, and its slot is the next
 * free one in a ring, so that sessions which begin at the same time do not overwrite each other.
 */
export class SessionList {
  readonly #store: KeyValue

  constructor(store: KeyValue) {
    this.#store = store
  }

  /** Adds a session. If all 50 slots are taken, the session in the slot of the new one is no longer listed. */
  async add(owner: SessionOwner, entry: SessionEntry, seconds: number): Promise<ListPlace> {
    const number = await this.#store.increment(countKey(owner.userId))
    const text = JSON.stringify({ ...entry, number })
    // Usually the first slot is free. It is not if its session is still valid after 50 later ones.
    for (let at = 0; at < mostListed; at++) {
      const slot = (number + at) % mostListed
      if (await this.#store.add(entryKey(owner, slot), text, { seconds })) return { number, slot }
    }
    const slot = number % mostListed
    await this.#store.set(entryKey(owner, slot), text, { seconds })
    return { number, slot }
  }

  /** The sessions of a user, newest first: at most 50. */
  async read(owner: SessionOwner): Promise<readonly Listed[]> {
    const last = Number((await this.#store.get(countKey(owner.userId))) ?? 0)
    return (await this.#readAll(owner, last)).toSorted((one, other) => other.number - one.number)
  }

  /** Removes a session, unless its slot holds another one by now. */
  async remove(owner: SessionOwner, { number, slot }: ListPlace): Promise<void> {
    const entry = await this.#find(owner, slot)
    if (entry?.number === number) await this.#store.delete(entryKey(owner, slot))
  }

  async #readAll(owner: SessionOwner, last: number): Promise<readonly Listed[]> {
    const slots = Array.from({ length: Math.min(last, mostListed) }, (_, at) => (last - at) % mostListed)
    const entries = await Promise.all(slots.map((slot) => this.#find(owner, slot)))
    return entries.filter((entry) => entry !== undefined)
  }

  async #find(owner: SessionOwner, slot: number): Promise<Listed | undefined> {
    const text = await this.#store.get(entryKey(owner, slot))
    return text === undefined ? undefined : { ...(JSON.parse(text) as Omit<Listed, "slot">), slot }
  }
}

function countKey(userId: string): string {
  return `session-count:${userId}`
}

function entryKey({ userId, generation }: SessionOwner, slot: number): string {
  return `session-of:${userId}:${generation}:${slot}`
}

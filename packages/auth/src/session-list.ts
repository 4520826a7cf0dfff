import type { KeyValue } from "trivet"

/** A session as its user sees it. */
export interface ListedSession {
  /** Identifies the session among those of its user, for `Sessions.end()`. It is no secret. */
  readonly number: number
  /** What `create()` was given, such as the name of the browser. */
  readonly label: string
  /** When it began: RFC 3339, in UTC. */
  readonly created_at: string
  /** Whether it is the session whose id was given. */
  readonly current: boolean
}

/** An entry of the list. */
export interface SessionEntry extends Omit<ListedSession, "number" | "current"> {
  /** The key under which the session is stored. */
  readonly key: string
  /** The user's generation when the session began. */
  readonly generation: string
}

const mostListed = 50

/**
 * The sessions of each user, by number. A number is taken by an atomic increment, so that sessions which begin at the same
 * time do not overwrite each other.
 */
export class SessionList {
  readonly #store: KeyValue

  constructor(store: KeyValue) {
    this.#store = store
  }

  /** Adds a session and returns its number. */
  async add(userId: string, entry: SessionEntry, seconds: number): Promise<number> {
    const number = await this.#store.increment(countKey(userId))
    await this.#store.set(entryKey(userId, number), JSON.stringify(entry), { seconds })
    return number
  }

  /** The last 50 sessions of a user, newest first. */
  async read(userId: string): Promise<readonly (SessionEntry & { readonly number: number })[]> {
    const last = Number((await this.#store.get(countKey(userId))) ?? 0)
    const numbers = Array.from({ length: Math.min(last, mostListed) }, (_, at) => last - at)
    const entries = await Promise.all(
      numbers.map(async (number) => parsed(number, await this.#store.get(entryKey(userId, number)))),
    )
    return entries.filter((entry) => entry !== undefined)
  }

  /** Removes a session; the key under which it is stored, or `undefined` if there is none of this number. */
  async take(userId: string, number: number): Promise<string | undefined> {
    return parsed(number, await this.#store.take(entryKey(userId, number)))?.key
  }
}

function parsed(number: number, text: string | undefined) {
  return text === undefined ? undefined : { ...(JSON.parse(text) as SessionEntry), number }
}

function countKey(userId: string): string {
  return `session-count:${userId}`
}

function entryKey(userId: string, number: number): string {
  return `session-of:${userId}:${number}`
}

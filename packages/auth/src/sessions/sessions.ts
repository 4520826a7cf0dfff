import { randomUUID } from "node:crypto"
import { Clock, inject, type KeyValue, type NamedToken, token } from "trivet"
import { AuthSettings } from "../auth-settings.ts"
import { digest } from "../digest.ts"
import { type Generation, Revocations } from "../tokens/revocations.ts"
import { type ListedSession, type ListPlace, SessionList } from "./session-list.ts"

/** A session. */
export interface Session {
  /** The user's id. */
  readonly user_id: string
  /** When it began: RFC 3339, in UTC. */
  readonly created_at: string
}

/** Options of `Sessions.create()`. */
export interface SessionOptions {
  /**
   * A text by which the user recognizes the session, such as the browser: at most 200 characters are kept. A session that
   * has one is in `list()`. Default: none.
   */
  readonly label?: string
}

interface Stored extends Session {
  /** The user's generation when the session began; left out while it is empty. */
  readonly generation?: string
  /** Where it is in the list of the user's sessions; left out if it has no label. */
  readonly place?: ListPlace
}

/** The store of sessions: the shared `KeyValue`, unless `auth()` gets `sessions`. */
export const SessionStore: NamedToken<KeyValue> = token<KeyValue>("SessionStore")

const maxLength = 64
const maxLabel = 200

/**
 * Creates, finds and ends sessions. A session ends `lifetimeSeconds.session` after its creation; use does not extend
 * it.
 */
export class Sessions {
  readonly #settings = inject(AuthSettings)
  readonly #store = inject(SessionStore)
  readonly #clock = inject(Clock)
  readonly #revocations = inject(Revocations)
  readonly #list = new SessionList(this.#store)

  /**
   * Creates a session and returns its random id. Only a hash of the id is stored. `generation` is that of the user before
   * the password was checked: `await revocations.generationOf(userId)`.
   */
  async create(userId: string, generation: Generation, { label }: SessionOptions = {}): Promise<string> {
    const id = randomUUID()
    const key = sessionKey(id)
    const seconds = this.#settings.lifetimeSeconds.session
    const created_at = new Date(this.#clock.now()).toISOString()
    // The session is listed before it becomes valid, so that no valid session is missing from the user's list.
    const entry = label === undefined ? undefined : { key, label: label.slice(0, maxLabel), created_at }
    const place = entry && (await this.#list.add({ userId, generation }, entry, seconds))
    const stored: Stored = {
      user_id: userId,
      created_at,
      ...(generation !== "" && { generation }),
      ...(place !== undefined && { place }),
    }
    await this.#store.set(key, JSON.stringify(stored), { seconds })
    return id
  }

  /** Returns the session with an id; `undefined` if it is unknown or has ended. */
  async find(id: string): Promise<Session | undefined> {
    if (id.length > maxLength) return undefined
    const stored = await this.#store.get(sessionKey(id))
    if (stored === undefined) return undefined
    const { generation = "", place: _, ...session } = JSON.parse(stored) as Stored
    return (await this.#revocations.isOver(session.user_id, generation)) ? undefined : session
  }

  /** Ends a session. Does nothing if the id is unknown. */
  async destroy(id: string): Promise<void> {
    const stored = await this.#store.take(sessionKey(id))
    if (stored === undefined) return
    const { user_id: userId, generation = "", place } = JSON.parse(stored) as Stored
    if (place !== undefined) await this.#list.remove({ userId, generation }, place)
  }

  /**
   * Returns the sessions of a user that have a label, newest first: at most 50. `currentId` is the id of the caller's
   * session. To end all sessions, also those that are not listed, call `Revocations.revokeUser()`.
   */
  async list(userId: string, currentId = ""): Promise<readonly ListedSession[]> {
    const generation = await this.#revocations.generationOf(userId)
    const entries = await this.#list.read({ userId, generation })
    const current = sessionKey(currentId)
    return entries.map(({ number, label, created_at, key }) => ({
      number,
      label,
      created_at,
      current: key === current,
    }))
  }

  /** Ends a session of a user by its number in `list()`. Returns false if the user has no session with this number. */
  async destroyListed(userId: string, number: number): Promise<boolean> {
    const owner = { userId, generation: await this.#revocations.generationOf(userId) }
    const entry = (await this.#list.read(owner)).find((one) => one.number === number)
    if (entry === undefined) return false
    await this.#list.remove(owner, entry)
    return this.#store.delete(entry.key)
  }
}

function sessionKey(id: string): string {
  return `session:${digest(id)}`
}

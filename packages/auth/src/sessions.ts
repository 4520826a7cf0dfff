import { randomUUID } from "node:crypto"
import { Clock, inject, type KeyValue, type NamedToken, token } from "trivet"
import { AuthSettings } from "./auth-settings.ts"
import { digest } from "./digest.ts"
import { Revocations } from "./revocations.ts"

/** A session. */
export interface Session {
  /** The user's id. */
  readonly user_id: string
  /** When it began: RFC 3339, in UTC. */
  readonly created_at: string
}

interface Stored extends Session {
  /** The user's generation when the session began; left out while it is empty. */
  readonly generation?: string
}

/** Where sessions are kept: the `KeyValue` of all the rest, unless `auth()` is told otherwise. */
export const SessionStore: NamedToken<KeyValue> = token<KeyValue>("SessionStore")

const maxLength = 64

/** Creates, finds and ends sessions. A session ends `lifetimeSeconds.session` after it was created, also if it is used. */
export class Sessions {
  readonly #settings = inject(AuthSettings)
  readonly #store = inject(SessionStore)
  readonly #clock = inject(Clock)
  readonly #revocations = inject(Revocations)

  /** Creates a session and returns its random id. Only a hash of the id is stored. */
  async create(userId: string): Promise<string> {
    const id = randomUUID()
    const generation = await this.#revocations.generationOf(userId)
    const created_at = new Date(this.#clock.now()).toISOString()
    const stored: Stored = { user_id: userId, created_at, ...(generation !== "" && { generation }) }
    await this.#store.set(keyOf(id), JSON.stringify(stored), {
      seconds: this.#settings.lifetimeSeconds.session,
    })
    return id
  }

  /** Returns the session with an id; `undefined` if it is unknown or has ended. */
  async find(id: string): Promise<Session | undefined> {
    if (id.length > maxLength) return undefined
    const stored = await this.#store.get(keyOf(id))
    if (stored === undefined) return undefined
    const { generation = "", ...session } = JSON.parse(stored) as Stored
    return (await this.#revocations.isOver(session.user_id, generation)) ? undefined : session
  }

  /** Ends a session. Does nothing if the id is unknown. */
  async destroy(id: string): Promise<void> {
    await this.#store.delete(keyOf(id))
  }
}

function keyOf(id: string): string {
  return `session:${digest(id)}`
}

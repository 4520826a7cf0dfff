import { randomUUID } from "node:crypto"
import { Clock, inject, type KeyValue, type NamedToken, token } from "trivet"
import { AuthSettings } from "./auth-settings.ts"
import { digest } from "./digest.ts"
import { Revocations } from "./revocations.ts"

/** A user's session. */
export interface Session {
  readonly user_id: string
  /** RFC 3339, UTC. */
  readonly created_at: string
}

interface Stored extends Session {
  /** The user's generation when the session began; left out while it is empty. */
  readonly generation?: string
}

/** Where sessions are kept: the `KeyValue` of all the rest, unless `auth()` is told otherwise. */
export const SessionStore: NamedToken<KeyValue> = token<KeyValue>("SessionStore")

const maxLength = 64

/** Sessions under random ids. They end after their lifetime, however much they are used. */
export class Sessions {
  readonly #settings = inject(AuthSettings)
  readonly #store = inject(SessionStore)
  readonly #clock = inject(Clock)
  readonly #revocations = inject(Revocations)

  /** Begins a session and gives its id. Only the id's hash is stored. */
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

  /** The session under an id; `undefined` when it is unknown or has ended. */
  async find(id: string): Promise<Session | undefined> {
    if (id.length > maxLength) return undefined
    const stored = await this.#store.get(keyOf(id))
    if (stored === undefined) return undefined
    const { generation = "", ...session } = JSON.parse(stored) as Stored
    return (await this.#revocations.isOver(session.user_id, generation)) ? undefined : session
  }

  /** Ends a session. Ending one that is not there is fine. */
  async destroy(id: string): Promise<void> {
    await this.#store.delete(keyOf(id))
  }
}

function keyOf(id: string): string {
  return `session:${digest(id)}`
}

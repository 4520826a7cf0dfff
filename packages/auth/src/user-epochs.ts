import { Clock, inject, KeyValue } from "trivet"
import { AuthSettings } from "./auth-settings.ts"

/** Ends everything that a user began before a moment, without a list of it. */
export class UserEpochs {
  readonly #settings = inject(AuthSettings)
  readonly #store = inject(KeyValue)
  readonly #clock = inject(Clock)

  /** Ends all sessions and refresh tokens that the user has now. */
  async endAll(userId: string): Promise<void> {
    const { refresh, session } = this.#settings.lifetimes
    await this.#store.set(keyOf(userId), String(this.#clock.now()), { ttl: Math.max(refresh, session) })
  }

  /** Whether what began at this moment, in milliseconds since 1970, was ended since. */
  async isOver(userId: string, began: number): Promise<boolean> {
    const ended = await this.#store.get(keyOf(userId))
    return ended !== undefined && began <= Number(ended)
  }
}

function keyOf(userId: string): string {
  return `ended:${userId}`
}

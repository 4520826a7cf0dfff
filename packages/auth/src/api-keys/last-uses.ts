import { inject } from "trivet"
import { AppLog } from "trivet/extend"
import type { ApiKey, ApiKeyStore } from "./api-key-store.ts"

const minute = 60_000
const mostKept = 10_000
const mostAtOnce = 16

/**
 * Records when API keys are used, in the background: requests do not wait for the store. A process writes a key at most
 * once a minute, and not if another process has done so. While the store is slow, uses are not recorded.
 */
export class LastUses {
  readonly #store: Pick<ApiKeyStore, "noteUse">
  readonly #log = inject(AppLog)
  /** The time at which each key was last recorded, by its id, oldest first. */
  readonly #noted = new Map<string, number>()
  readonly #writing = new Set<Promise<void>>()

  constructor(store: Pick<ApiKeyStore, "noteUse">) {
    this.#store = store
  }

  /** Records the use of a key. `now` is in milliseconds since 1970. */
  note({ id, last_used_at }: ApiKey, now: number): void {
    const last = Math.max(this.#noted.get(id) ?? 0, last_used_at === undefined ? 0 : Date.parse(last_used_at))
    // If the clock was set back, recording resumes when it has caught up.
    if (!(now - last >= minute) || this.#writing.size >= mostAtOnce) return
    this.#noted.delete(id)
    this.#noted.set(id, now)
    if (this.#noted.size > mostKept) this.#noted.delete(this.#noted.keys().next().value!)
    const writing = this.#write(id, now).finally(() => this.#writing.delete(writing))
    this.#writing.add(writing)
  }

  /** Waits for pending writes. */
  async written(): Promise<void> {
    await Promise.all(this.#writing)
  }

  async #write(id: string, now: number): Promise<void> {
    try {
      await this.#store.noteUse(id, new Date(now).toISOString())
    } catch (error) {
      this.#log.warn({ err: error, key_id: id }, "The last use of an API key could not be stored")
    }
  }
}

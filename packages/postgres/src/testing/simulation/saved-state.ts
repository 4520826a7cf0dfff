import type { Operation } from "trivet/extend"

/** What operations have changed outside of the database, such as keys of Redis, and how it is restored. */
export class SavedState {
  readonly #restores = new Map<string, () => Promise<unknown>>()
  #saving: Promise<void> = Promise.resolve()

  /** Runs an operation after what it may change is saved. */
  around<Result>(operation: Operation, work: () => Promise<Result>): Promise<Result> {
    if (operation.save === undefined) return work()
    // One after the other: two that change the same key would save it twice, the second as the first has left it.
    this.#saving = this.#saving.then(() => this.#save(operation))
    return this.#saving.then(work)
  }

  /** Restores all of it. */
  async restore(): Promise<void> {
    await this.#saving
    for (const restore of this.#restores.values()) await restore()
    this.#restores.clear()
  }

  async #save(operation: Operation): Promise<void> {
    // An error is that of the operation too.
    const found = await operation.save!(new Set(this.#restores.keys())).catch(() => [])
    for (const [name, restore] of found) this.#restores.set(name, restore)
  }
}

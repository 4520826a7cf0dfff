import type { Outcome } from "trivet"

/** What `onDone` was told, by a key of the caller's choosing. */
export class Outcomes {
  readonly #noted = new Map<string, Outcome[]>()

  note(key: string, outcome: Outcome): void {
    const list = this.#noted.get(key) ?? []
    this.#noted.set(key, [...list, outcome])
  }

  /** Waits for the first word, and a moment longer for one too many. */
  async of(key: string): Promise<readonly Outcome[]> {
    for (let tries = 0; tries < 200 && !this.#noted.has(key); tries++) await pause(5)
    await pause(10)
    return this.#noted.get(key) ?? []
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((go) => setTimeout(go, milliseconds))
}

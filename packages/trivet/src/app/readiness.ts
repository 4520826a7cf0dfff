/**
 * Whether the application wants calls: what a readiness probe should say. Injected as `Readiness`; engines end it when
 * they begin to stop.
 */
export class Readiness {
  #leaving = false

  get ready(): boolean {
    return !this.#leaving
  }

  /** Says that no more calls should be sent. Those that come all the same are answered. */
  leave(): void {
    this.#leaving = true
  }
}

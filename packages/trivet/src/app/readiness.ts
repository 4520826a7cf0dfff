/**
 * Whether the application is ready for requests; inject it with `inject(Readiness)`. `GET /health/ready` of `health()`
 * answers 503 if `ready` is false. It becomes false when the server begins to stop.
 */
export class Readiness {
  #leaving = false
  /** @internal Whether the process stops, also when another has taken its place and `ready` stays true. */
  declare isStopping?: boolean

  /** True until `leave()` is called. */
  get ready(): boolean {
    return !this.#leaving
  }

  /** Sets `ready` to false, so that load balancers send no more requests. Requests that still arrive are answered. */
  leave(): void {
    this.#leaving = true
  }
}

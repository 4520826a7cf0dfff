/**
 * The processes that run the same jobs and hear of them, and which of them asks for the next one. PostgreSQL delivers all
 * notifications in one order, so that each process reaches the same answer without asking the others.
 */
export class Members {
  /** Names the set of jobs: processes with other jobs, such as those of the next version, are not members. */
  readonly group: string
  /** The process id of the backend that this process listens on. */
  readonly own: number
  #all: readonly number[] = []
  #turn = 0
  /** By queue, the members that had no place for a job. */
  #full = new Map<string, Set<number>>()
  #slot = 0
  #next = 0

  constructor(group: string, own: number) {
    this.group = group
    this.own = own
  }

  /** Whether the others know of this process. Before, and where messages do not arrive, it acts as if it were alone. */
  get isKnown(): boolean {
    return this.#all.includes(this.own)
  }

  /** Sets all members. Every process starts again from the same state. */
  set(all: readonly number[]): void {
    this.#all = all.toSorted((left, right) => left - right)
    this.#turn = 0
    this.#full.clear()
  }

  /** Whether the members are these. */
  are(others: readonly number[]): boolean {
    return others.length === this.#all.length && others.every((one) => this.#all.includes(one))
  }

  /** Whether this process asks for a job that was added. Call it once for each notification. */
  choosesOwn(queue: string): boolean {
    if (!this.isKnown) return true
    const full = this.#full.get(queue)
    const ready = full === undefined ? this.#all : this.#all.filter((one) => !full.has(one))
    // If none is ready, each of them asks when one of its jobs has ended.
    return ready.length > 0 && ready[this.#turn++ % ready.length] === this.own
  }

  /** Records that a member has no place for jobs of a queue, or has one again. */
  mark(member: number, queue: string, isFull: boolean): void {
    const full = this.#full.get(queue) ?? new Set()
    if (isFull) full.add(member)
    else full.delete(member)
    this.#full.set(queue, full)
  }

  /** Whether the others do not count on this process for jobs of a queue. */
  isFull(queue: string): boolean {
    return this.#full.get(queue)?.has(this.own) === true
  }

  /**
   * Whether this process looks for jobs that are due now. Each `interval` one member does, by the clock; a process that is
   * alone does so each `interval`, more or less, because others like it do the same.
   */
  isTurn(interval: number, now: number = Date.now()): boolean {
    const own = this.#all.indexOf(this.own)
    if (own === -1 || this.#all.length === 1) {
      if (now < this.#next && now > this.#next - 2 * interval) return false
      this.#next = now + interval * (0.75 + Math.random() / 2)
      return true
    }
    const slot = Math.floor(now / interval)
    if (slot === this.#slot || slot % this.#all.length !== own) return false
    this.#slot = slot
    return true
  }
}

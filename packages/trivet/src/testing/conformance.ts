/** One thing that an implementation must do. `run` throws when it does not. */
export interface ConformanceCase {
  readonly name: string
  run(): Promise<void>
}

/** How a suite makes what it tests, and lets time pass. */
export interface ConformanceSubject<Store> {
  /** Gives a store that holds nothing under the suite's keys. */
  make(): Promise<Store> | Store
  /** Lets time pass: move the clock where the store has one; otherwise the suite waits. */
  pass?(seconds: number): Promise<void> | void
}

/** Fails a case. */
export function expectEqual(found: unknown, wanted: unknown, what: string): void {
  const [left, right] = [JSON.stringify(found), JSON.stringify(wanted)]
  if (left !== right) throw new Error(`${what}: expected ${String(right)}, found ${String(left)}`)
}

/** Lets time pass for a subject. */
export async function passTime(subject: ConformanceSubject<unknown>, seconds: number): Promise<void> {
  if (subject.pass !== undefined) await subject.pass(seconds)
  else await new Promise((go) => setTimeout(go, seconds * 1000))
}

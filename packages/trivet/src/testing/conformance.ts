/** One test of a suite. */
export interface ConformanceCase {
  /** What the store must do. */
  readonly name: string
  /** Runs the test. It rejects if the store fails it. */
  run(): Promise<void>
}

/** The store that a suite tests. */
export interface ConformanceSubject<Store> {
  /** Makes the store. It may contain other keys: each test uses keys of its own. */
  make(): Promise<Store> | Store
  /** Moves the store's clock forward by `seconds`. Default: the suite waits in real time. */
  pass?(seconds: number): Promise<void> | void
}

/** Throws if two values differ as JSON. */
export function expectEqual(found: unknown, wanted: unknown, what: string): void {
  const [left, right] = [JSON.stringify(found), JSON.stringify(wanted)]
  if (left !== right) throw new Error(`${what}: expected ${String(right)}, found ${String(left)}`)
}

/** Lets time pass for a subject. */
export async function passTime(subject: ConformanceSubject<unknown>, seconds: number): Promise<void> {
  if (subject.pass !== undefined) await subject.pass(seconds)
  else await new Promise((go) => setTimeout(go, seconds * 1000))
}

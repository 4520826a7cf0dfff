import type { JobStore, NewJob, Queue, TakenJob } from "../../../src/store/job-store.ts"

/** The store that the suite tests. */
export interface JobStoreSubject {
  /** Makes a store that is not open. It may contain other jobs: each test uses queues of its own, and closes it. */
  make(): Promise<JobStore> | JobStore
  /** Moves the store's clock forward by `seconds`. Default: the suite waits in real time. */
  pass?(seconds: number): Promise<void> | void
}

/** One test of the suite. */
export interface JobStoreCase {
  /** What the store must do. */
  readonly name: string
  /** Runs the test. It rejects if the store fails it. */
  run(): Promise<void>
}

/** An open store with one queue, in the hands of a case. */
export interface Bench {
  readonly store: JobStore
  readonly queue: string
  /** The queues for which the store has reported a new job. */
  readonly added: readonly string[]
  add(job?: Partial<NewJob>, trx?: unknown): Promise<string | undefined>
  /** Takes the one job that is due. */
  takeOne(): Promise<TakenJob>
  pass(seconds: number): Promise<void>
}

/** A case before it knows its subject. */
export interface Sketch {
  readonly name: string
  readonly queue: Partial<Queue>
  run(bench: Bench): Promise<void>
}

/** Describes a case. `queue` is what its queue has different from others: three attempts, the second after a second. */
export function sketch(name: string, run: Sketch["run"], queue: Partial<Queue> = {}): Sketch {
  return { name, queue, run }
}

/** Makes a case of a sketch. */
export function caseOf(subject: JobStoreSubject, { name, queue: options, run }: Sketch): JobStoreCase {
  return {
    name,
    run: async () => {
      const store = await subject.make()
      const queue = `case/${crypto.randomUUID()}`
      const added: string[] = []
      await store.open({
        queues: [
          {
            name: queue,
            retries: 2,
            retryDelay: 1_000,
            retryMost: 60_000,
            timeout: 60_000,
            unique: false,
            ...options,
          },
        ],
        onAdded: (reported) => added.push(reported),
        onError: (error) => {
          throw error
        },
      })
      try {
        await run(benchOf(subject, store, queue, added))
      } finally {
        await store.close()
      }
    },
  }
}

function benchOf(subject: JobStoreSubject, store: JobStore, queue: string, added: readonly string[]): Bench {
  return {
    store,
    queue,
    added,
    add: (job, trx) => store.add({ queue, data: null, delay: 0, key: undefined, id: undefined, ...job }, trx),
    takeOne: async () => {
      const taken = await store.take(queue, 10)
      expectEqual(taken.length, 1, "jobs taken")
      return taken[0]!
    },
    pass: async (seconds) => {
      if (subject.pass !== undefined) await subject.pass(seconds)
      else await new Promise((go) => setTimeout(go, seconds * 1000))
    },
  }
}

/** Fails a case. */
export function expectEqual(found: unknown, wanted: unknown, what: string): void {
  const [left, right] = [JSON.stringify(found), JSON.stringify(wanted)]
  if (left !== right) throw new Error(`${what}: expected ${String(right)}, found ${String(left)}`)
}

/** Fails a case in which something is not so. */
export function expectTrue(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(what)
}

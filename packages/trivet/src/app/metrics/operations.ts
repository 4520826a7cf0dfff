import { type NamedToken, token } from "../../inject/token.ts"

/**
 * Something that a package does outside of the thread: an SQL statement, a Redis command, a request to another server, a
 * file that is stored or read, a password hash, a wait for a connection.
 */
export interface Operation {
  /** The kind: `sql`, `redis`, `fetch`, `file`; within the process `hash`, `pool` and `timer`, a pause. */
  readonly kind: string
  /** The operation without values: the text of a statement, the name of a command. */
  readonly text: string
  /** The values that belong to the text. They can contain secrets. */
  readonly values: readonly unknown[]
  /** Returns how many bytes it has moved so far. Operations that move no file have no such function. */
  bytes?(): number
  /** Closes the connection that it runs on; `undefined` if it is not known before it begins. */
  readonly cut?: () => void
  /** Creates the error that its caller gets if the connection is lost; `undefined` if simulations do not lose it. */
  lost?(): Error
  /**
   * Saves what it may change outside of a database, except what is saved already, by name. Returns how each is restored. For
   * simulations.
   */
  save?(saved: ReadonlySet<string>): Promise<ReadonlyMap<string, () => Promise<unknown>>>
}

/** Work that a package repeats by timers while the application serves, such as looking for due jobs. */
export interface TimedWork {
  /** The name of what is repeated: `jobs`. */
  readonly name: string
  /** Does now what is due. */
  run(): Promise<unknown>
  /** Moves the time of a store that this work is kept in to `milliseconds` after the real one. For simulations. */
  moveTime?(milliseconds: number): Promise<void>
}

/** Called when an operation begins. The returned function is called when it ends, with the error if it failed. */
export type WatchOperation = (operation: Operation) => ((error?: unknown) => void) | undefined

/**
 * Reports the operations of an application's packages to watchers. Without watchers, an operation only costs reading
 * one property.
 */
export class Operations {
  #watchers: readonly WatchOperation[] = []
  /** Packages add theirs when they are created. A simulation does this work itself, at any moment. */
  readonly timed: TimedWork[] = []

  /** Whether there are watchers. */
  get watched(): boolean {
    return this.#watchers.length > 0
  }

  /** Adds a watcher. It is called in the scope of the call that the operation belongs to. Returns a function that removes it. */
  watch(watcher: WatchOperation): () => void {
    this.#watchers = [...this.#watchers, watcher]
    return () => {
      this.#watchers = this.#watchers.filter((one) => one !== watcher)
    }
  }

  /** Runs an operation and notifies the watchers when it begins and ends. Simulations replace it, to hold operations. */
  async run<Result>(operation: Operation, work: () => Promise<Result>): Promise<Result> {
    const ends = this.#watchers.map((watch) => watch(operation))
    try {
      const result = await work()
      for (const end of ends) end?.()
      return result
    } catch (error) {
      for (const end of ends) end?.(error)
      throw error
    }
  }
}

/**
 * The token of the application's operations. For packages of the framework; it may change in any version.
 *
 * @example
 * ```ts
 * import { inject } from "trivet"
 * import { AppOperations } from "trivet/extend"
 *
 * export class Weather {
 *   readonly #operations = inject(AppOperations)
 *
 *   today(): Promise<Response> {
 *     const ask = () => fetch("https://weather.example/today")
 *     return this.#operations.run({ kind: "fetch", text: "GET weather.example", values: [] }, ask)
 *   }
 * }
 * ```
 */
export const AppOperations: NamedToken<Operations> = token<Operations>("AppOperations")

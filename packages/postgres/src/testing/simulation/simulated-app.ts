import { AppOperations } from "trivet/extend"
import type { TestApp } from "trivet/testing"
import type { Caller } from "./caller.ts"
import type { OperationGate } from "./operation-gate.ts"

/** One start of the application. */
class Start {
  readonly app: TestApp
  readonly #gone = Promise.withResolvers<never>()
  isGone = false

  constructor(app: TestApp) {
    this.app = app
    this.#gone.promise.catch(() => undefined)
  }

  /** Rejects when the application crashes. */
  get gone(): Promise<never> {
    return this.#gone.promise
  }

  end(): void {
    this.isGone = true
    this.#gone.reject(new TypeError("fetch failed", { cause: new Error("the application has crashed") }))
  }
}

/** An application that may crash and be loaded again, and its clients. */
export class SimulatedApp {
  /** For the calls: their requests go to the application that runs now. */
  readonly clients: TestApp
  readonly #load: () => Promise<TestApp>
  readonly #gate: OperationGate
  #start: Start
  /** Requests wait for it while the application starts again. */
  #ready = Promise.withResolvers<void>()

  private constructor(load: () => Promise<TestApp>, gate: OperationGate, start: Start) {
    this.#load = load
    this.#gate = gate
    this.#start = start
    this.#ready.resolve()
    this.clients = this.#clients()
  }

  static async load(load: () => Promise<TestApp>, gate: OperationGate): Promise<SimulatedApp> {
    return new SimulatedApp(load, gate, await startWith(load, gate))
  }

  get app(): TestApp {
    return this.#start.app
  }

  /** Throws the application away. Calls that wait for none of its replies end. */
  crash(): void {
    const { app } = this.#start
    this.#ready = Promise.withResolvers()
    this.#start.end()
    // Its connections are closed by PostgreSQL. What its `onStop()` waits for never comes.
    void app.stop().catch(() => undefined)
  }

  /** Loads it again, with the time that the one before has reached. */
  async restart(): Promise<void> {
    const { clock } = this.app
    this.#start = await startWith(this.#load, this.#gate)
    this.app.clock.shift({ milliseconds: clock.now() - this.app.clock.now() })
    this.#ready.resolve()
  }

  #clients(): TestApp {
    const now = () => this.#start.app
    return {
      ...now(),
      get: (wanted) => now().get(wanted),
      get clock() {
        return now().clock
      },
      get logs() {
        return now().logs
      },
      request: (method, path, request = {}) =>
        this.#send(`${method} ${path}`, request.signal, (signal) =>
          now().request(method, path, { ...request, signal }),
        ),
      fetch: (request) =>
        this.#send(`${request.method} ${new URL(request.url).pathname}`, request.signal, (signal) =>
          now().fetch(new Request(request, { signal })),
        ),
    }
  }

  async #send<Reply extends { readonly status: number }>(
    title: string,
    given: AbortSignal | undefined,
    send: (signal: AbortSignal) => Promise<Reply>,
  ): Promise<Reply> {
    const { caller } = this.#gate
    if (caller === undefined) return send(given ?? new AbortController().signal)
    caller.noteRequest(title)
    const client = new AbortController()
    const left = Promise.withResolvers<never>()
    const open = { leave: () => this.#leave(caller, client, left) }
    const signal = given === undefined ? client.signal : AbortSignal.any([given, client.signal])
    caller.requests.add(open)
    try {
      await this.#ready.promise
      const reply = await Promise.race([send(signal), this.#start.gone, left.promise])
      caller.status = reply.status
      return reply
    } finally {
      caller.requests.delete(open)
    }
  }

  #leave(caller: Caller, client: AbortController, left: PromiseWithResolvers<never>): void {
    const reason = new DOMException("The client has disconnected", "AbortError")
    left.reject(reason)
    client.abort(reason)
    caller.status = undefined
  }
}

async function startWith(load: () => Promise<TestApp>, gate: OperationGate): Promise<Start> {
  const start = new Start(await load())
  const operations = start.app.get(AppOperations)
  const run = operations.run.bind(operations)
  const hold = gate.portOf(start)
  operations.run = (operation, work) => hold(operation, () => run(operation, work))
  // Otherwise packages would not call `run()`.
  operations.watch(() => undefined)
  return start
}

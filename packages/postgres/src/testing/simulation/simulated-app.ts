import { AppOperations, type TimedWork } from "trivet/extend"
import { findReplyProblem, type ReceivedReply, type SentRequest, type TestApp } from "trivet/testing"
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
  readonly #crashed: TestApp[] = []
  /** Milliseconds by which the clock was moved. */
  #moved = 0
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
    this.#ready = Promise.withResolvers()
    this.#start.end()
    this.#crashed.push(this.#start.app)
  }

  /** What the application would do by timers. */
  get timed(): readonly TimedWork[] {
    return this.app.get(AppOperations).timed
  }

  /** Moves the clock, and the time of the stores of timed work. */
  async advance(hours: number): Promise<void> {
    this.app.clock.advance({ hours })
    await this.#moveTime(this.#moved + hours * 3_600_000)
  }

  /** Moves the time of stores back to the real one: it would be that of the next seed too. */
  async resetTime(): Promise<void> {
    if (this.#moved > 0) await this.#moveTime(0)
  }

  /** Stops it, and those that have crashed: what they changed outside of the database is restored over their connections. */
  async stop(): Promise<void> {
    // Their connections are closed by PostgreSQL. What their `onStop()` waits for never comes.
    for (const app of this.#crashed) void app.stop().catch(() => undefined)
    if (!this.#start.isGone) await this.app.stop()
  }

  /** Loads it again, with the time that the one before has reached. */
  async restart(): Promise<void> {
    const { clock } = this.app
    this.#start = await startWith(this.#load, this.#gate)
    this.app.clock.shift({ milliseconds: clock.now() - this.app.clock.now() })
    this.#ready.resolve()
  }

  async #moveTime(milliseconds: number): Promise<void> {
    this.#moved = milliseconds
    for (const { moveTime } of this.timed) await moveTime?.(milliseconds)
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
        this.#send({ method, path }, request.signal, (signal) =>
          now().request(method, path, { ...request, signal }),
        ),
      fetch: (request) =>
        this.#send({ method: request.method, path: pathOf(request) }, request.signal, (signal) =>
          now().fetch(new Request(request, { signal })),
        ),
    }
  }

  async #send<Reply extends ReceivedReply>(
    sent: SentRequest,
    given: AbortSignal | undefined,
    send: (signal: AbortSignal) => Promise<Reply>,
  ): Promise<Reply> {
    const { caller } = this.#gate
    if (caller === undefined) return send(given ?? new AbortController().signal)
    caller.noteRequest(`${sent.method} ${sent.path}`)
    const client = new AbortController()
    const left = Promise.withResolvers<never>()
    const open = { leave: () => this.#leave(caller, client, left) }
    const signal = given === undefined ? client.signal : AbortSignal.any([given, client.signal])
    caller.requests.add(open)
    try {
      await this.#ready.promise
      const { app, gone } = this.#start
      const reply = await Promise.race([send(signal), gone, left.promise])
      caller.status = reply.status
      const problem = await findReplyProblem(app, sent, readableOf(reply))
      if (problem !== undefined) caller.problems.push(problem)
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

function pathOf({ url }: Request): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** The reply with a body that can be read although the call reads it too. */
function readableOf(reply: ReceivedReply): ReceivedReply {
  if (!(reply instanceof Response)) return reply
  return { status: reply.status, headers: reply.headers, text: () => reply.clone().text() }
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

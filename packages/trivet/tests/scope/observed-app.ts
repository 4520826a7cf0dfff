import { setTimeout as sleep } from "node:timers/promises"
import {
  type App,
  type Context,
  createApp,
  createJsonLog,
  get,
  inject,
  module,
  type Next,
  post,
  provide,
  requestId,
  routes,
} from "trivet"
import { api } from "trivet/api"
import { Observations } from "./observations.ts"

/** Holds every call until all of them are there, so that all run at the same time. */
export class Gate {
  #awaited = 0
  #opened = Promise.withResolvers<void>()

  /** Closes the gate until so many calls are there. */
  close(calls: number): void {
    this.#awaited = calls
    this.#opened = Promise.withResolvers()
  }
  arrive(): Promise<void> {
    // The last call opens it, and all others go on from there.
    if (--this.#awaited === 0) this.#opened.resolve()
    return this.#opened.promise
  }
  get opened(): Promise<void> {
    return this.#opened.promise
  }
}

/** Sees every call, also those without a route. */
class Watch {
  readonly #observations = inject(Observations)
  readonly #gate = inject(Gate)

  async handle(ctx: Context, next: Next): Promise<unknown> {
    const see = (place: string) => this.#observations.see(place, ctx)
    see("middleware")
    ctx.onReply((reply) => {
      see("onReply")
      return reply
    })
    ctx.onDone(({ aborted }) => see(aborted ? "onDone, aborted" : "onDone"))
    await this.#gate.arrive()
    see("gate")
    try {
      return await next()
    } finally {
      see("after next()")
    }
  }
}

const encoder = new TextEncoder()
const pause = () => sleep(Math.random() * 10)

class Observed {
  readonly #observations = inject(Observations)

  routes() {
    return routes([
      get("/timers/:id", this.timers),
      get("/fails/:id", this.fails),
      post("/body/:id", this.body),
      get("/generator/:id", (ctx) => this.#pieces(ctx, 4)),
      get("/stream/:id", (ctx) => this.#stream(ctx, 4)),
      get("/endless-generator/:id", (ctx) => this.#pieces(ctx, Infinity)),
      get("/endless-stream/:id", (ctx) => this.#stream(ctx, Infinity)),
      get("/waits/:id", this.waits),
    ])
  }
  async timers(ctx: Context<"/timers/:id">) {
    const see = (place: string) => this.#observations.see(place, ctx)
    see("handler")
    await pause()
    see("timer")
    await Promise.all([
      new Promise<void>((go) => setTimeout(() => go(see("setTimeout")), 1)),
      new Promise<void>((go) => setImmediate(() => go(see("setImmediate")))),
      new Promise<void>((go) => process.nextTick(() => go(see("nextTick")))),
      new Promise<void>((go) => queueMicrotask(() => go(see("microtask")))),
    ])
    see("handler, end")
    return { id: ctx.param("id") }
  }
  async fails(ctx: Context) {
    await pause()
    this.#observations.see("before throw", ctx)
    throw new Error("failed")
  }
  async body(ctx: Context) {
    const bytes = await ctx.request().body()
    this.#observations.see("body", ctx)
    return { length: bytes.length }
  }
  async waits(ctx: Context) {
    await new Promise<void>((go) =>
      ctx.signal.addEventListener("abort", () => go(this.#observations.see("signal", ctx))),
    )
    this.#observations.see("after signal", ctx)
  }

  async *#pieces(ctx: Context, count: number): AsyncGenerator<string> {
    const see = (place: string) => this.#observations.see(place, ctx)
    try {
      for (let at = 0; at < count; at++) {
        see("generator")
        await pause()
        see("generator, later")
        yield `${ctx.path}\n`
      }
    } finally {
      see("generator, end")
    }
  }

  #stream(ctx: Context, count: number): ReadableStream<Uint8Array> {
    const see = (place: string) => this.#observations.see(place, ctx)
    let at = 0
    return new ReadableStream({
      start: () => see("start"),
      pull: async (controller) => {
        see("pull")
        await pause()
        see("pull, later")
        controller.enqueue(encoder.encode(`${ctx.path}\n`))
        if (++at === count) controller.close()
      },
      cancel: () => see("cancel"),
    })
  }
}

/** What services have logged. */
export class LoggedLines {
  /** How many lines carry the id of the call that wrote them, or none outside of calls. */
  right = 0
  /** The others. */
  readonly wrong: string[] = []

  add(line: string): void {
    const { expected, request_id: id } = JSON.parse(line) as Record<string, unknown>
    if (id === expected) this.right++
    else this.wrong.push(line)
  }
}

/** Starts an application that observes the scope of its calls. */
export async function createObservedApp(): Promise<App> {
  const lines = new LoggedLines()
  const declarations = [Observations, Gate, Observed, provide(LoggedLines, () => lines)]
  return createApp(module({ name: "observed", declarations }), {
    platform: api(),
    // Lines of the framework itself, such as that of a failed call, expect nothing.
    log: createJsonLog({ write: (line) => line.includes('"err":') || lines.add(line) }),
    middlewares: [requestId(), Watch],
  })
}

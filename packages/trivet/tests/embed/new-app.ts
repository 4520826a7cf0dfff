import { AsyncLocalStorage } from "node:async_hooks"
import {
  type App,
  type AppOptions,
  type Context,
  createApp,
  dto,
  get,
  module,
  type Next,
  type Outcome,
  post,
  routes,
} from "trivet"
import { api } from "trivet/api"
import { createTestLog, type LogLine } from "trivet/testing"
import type { BodyReader } from "trivet/web"

declare module "trivet" {
  interface ContextValues {
    /** Who the old application says is calling. */
    embed_user: string
  }
}

/** What the old application knows of the user. It is the application's own: Trivet has no part in it. */
export const oldUser: AsyncLocalStorage<string> = new AsyncLocalStorage()

class FromOldApp {
  readonly provides = ["embed_user"] as const

  handle(ctx: Context, next: Next): unknown {
    const user = oldUser.getStore()
    if (user === undefined) return ctx.status(401).json({ error: "Unauthorized" })
    ctx.set("embed_user", user)
    return next()
  }
}

/** What became of one call. */
export interface Fate {
  aborted?: boolean
  /** The handler, or the source of its reply, came to its end. */
  ended?: boolean
  /** How many pieces were made. */
  pieces: number
  outcome?: Outcome
}

const Length = dto({ length: "required,integer" })

/** Reads bodies as a stream. */
const counts: BodyReader = {
  type: "text/pieces",
  async read(_ctx, incoming) {
    let length = 0
    for await (const bytes of incoming.stream()) length += bytes.length
    return { length: [String(length)] }
  },
}

const piece = "x".repeat(64 * 1024)

/** The routes that have moved to Trivet. Each test names its call, and finds its fate by the name. */
export class NewRoutes {
  readonly fates = new Map<string, Fate>()
  /** Lets `/new/steps` make its second piece, and `/new/later` return. */
  release: () => void = () => undefined

  routes() {
    return routes([
      get("/new", () => ({ from: "new" })),
      get("/new/throws", this.throws),
      get("/new/cookies", this.cookies),
      get("/new/authorization", (ctx) => ({ value: ctx.header("authorization") })),
      get("/new/user", this.user, { middlewares: [FromOldApp] }),
      get("/new/items/:id", (ctx: Context<"/new/items/:id">) => ({ id: ctx.param("id") })),
      post("/new/length", this.length),
      post("/new/pieces", this.pieces),
      post("/new/upload/:name", this.upload),
      post("/new/unread", () => ({ read: false })),
      get("/new/steps/:name", this.steps),
      get("/new/large/:name", this.large),
      get("/new/breaks/:name", this.breaks),
      get("/new/waits/:name", this.waits),
      get("/new/later/:name", this.later),
    ])
  }

  throws(): never {
    throw new Error("secret: thrown by a handler")
  }
  cookies(ctx: Context) {
    ctx.setCookie("new", "1")
    ctx.response().appendHeader("vary", "Accept")
    return { from: "new" }
  }
  async user(ctx: Context<"/new/user", "embed_user">) {
    const before = ctx.get("embed_user")
    await new Promise((go) => setTimeout(go, 1))
    return { before, after: oldUser.getStore() }
  }
  async length(ctx: Context) {
    return { length: (await ctx.request().body()).length }
  }
  async upload(ctx: Context<"/new/upload/:name">) {
    this.#note(ctx)
    return this.length(ctx)
  }
  pieces(ctx: Context) {
    return ctx.bind(Length)
  }
  // Not generators themselves: `onDone()` must be called before the reply is made.
  steps(ctx: Context<"/new/steps/:name">) {
    const fate = this.#note(ctx)
    const released = new Promise<void>((go) => (this.release = go))
    return twoSteps(fate, released)
  }
  large(ctx: Context<"/new/large/:name">) {
    return manyPieces(this.#note(ctx))
  }
  breaks(ctx: Context<"/new/breaks/:name">) {
    return onePieceAndAnError(this.#note(ctx))
  }
  async waits(ctx: Context<"/new/waits/:name">) {
    const fate = this.#note(ctx)
    await new Promise((go) => ctx.signal.addEventListener("abort", go))
    fate.ended = true
    return counted(fate)
  }
  async later(ctx: Context<"/new/later/:name">) {
    const fate = this.#note(ctx)
    await new Promise<void>((go) => (this.release = go))
    return counted(fate)
  }

  #note(ctx: Context<"/:name">): Fate {
    const fate: Fate = { pieces: 0 }
    this.fates.set(ctx.param("name"), fate)
    ctx.signal.addEventListener("abort", () => (fate.aborted = true))
    ctx.onDone((outcome) => (fate.outcome = outcome))
    return fate
  }
}

async function* twoSteps(fate: Fate, released: Promise<void>): AsyncGenerator<string> {
  fate.pieces++
  yield "first,"
  await released
  fate.pieces++
  yield "last"
}

async function* manyPieces(fate: Fate): AsyncGenerator<string> {
  try {
    // 256 MB: more than all buffers on the way hold.
    for (; fate.pieces < 4096; fate.pieces++) yield piece
  } finally {
    fate.ended = true
  }
}

async function* onePieceAndAnError(fate: Fate): AsyncGenerator<string> {
  fate.pieces++
  yield "first,"
  await new Promise((go) => setTimeout(go, 5))
  throw new Error("secret: the source broke")
}

async function* counted(fate: Fate): AsyncGenerator<string> {
  fate.pieces++
  yield "nobody reads this"
}

/** The application that old ones are given. */
export interface NewApp {
  readonly app: App
  readonly routes: NewRoutes
  readonly lines: readonly LogLine[]
}

export async function createNewApp(options: Partial<AppOptions> = {}): Promise<NewApp> {
  const { log, lines } = createTestLog()
  const root = module({ name: "new", declarations: [NewRoutes, FromOldApp] })
  const app = await createApp(root, {
    platform: api({ bodies: [counts] }),
    log,
    bodyLimit: 1_000_000,
    ...options,
  })
  return { app, routes: app.get(NewRoutes), lines }
}

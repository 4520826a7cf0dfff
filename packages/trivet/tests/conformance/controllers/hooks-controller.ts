import { type Context, get, inject, type Outcome, Reply, ReplyHeaders, routes } from "trivet"
import { Outcomes } from "../outcomes.ts"

/** Uses `onReply` and `onDone`, and tells how calls ended. */
export class HooksController {
  readonly #outcomes = inject(Outcomes)

  routes() {
    return routes([
      get("/hooks/reply-sync", this.replySync),
      get("/hooks/reply-async", this.replyAsync),
      get("/hooks/reply-replaced", this.replyReplaced),
      get("/hooks/reply-throws", this.replyThrows),
      get("/hooks/reply-forgets", this.replyForgets),
      get("/hooks/reply-order", this.replyOrder),
      get("/hooks/reply-of-error", this.replyOfError),
      get("/hooks/reply-not-modified", this.replyNotModified),
      get("/hooks/done/:key/:kind", this.done),
      get("/hooks/outcomes/:key", this.outcomes),
    ])
  }

  replySync(ctx: Context) {
    ctx.onReply((reply) => {
      reply.headers!.set("x-reply", `${reply.status} ${JSON.stringify(reply.value)}`)
      return reply
    })
    return { a: 1 }
  }
  replyAsync(ctx: Context) {
    ctx.onReply(async (reply) => {
      await new Promise((go) => setTimeout(go, 1))
      reply.status = 202
      reply.body = '{"changed":true}'
      return reply
    })
    return { a: 1 }
  }
  replyReplaced(ctx: Context) {
    ctx.response().setHeader("x-own", "kept")
    ctx.setCookie("kept", "1")
    ctx.onReply(() => {
      const reply = Reply.body(206, "text/plain; charset=utf-8", "replaced")
      reply.headers = new ReplyHeaders().set("x-new", "yes")
      return reply
    })
    return { a: 1 }
  }
  replyThrows(ctx: Context) {
    ctx.response().setHeader("x-own", "kept")
    ctx.onReply(() => {
      throw new Error("secret: onReply failed")
    })
    return { a: 1 }
  }
  replyForgets(ctx: Context) {
    ctx.onReply(() => undefined as never)
    return { a: 1 }
  }
  replyOrder(ctx: Context) {
    const add = (name: string) =>
      ctx.onReply((reply) => {
        reply.headers!.append("x-order", name)
        return reply
      })
    add("first")
    add("second")
    return { a: 1 }
  }
  replyOfError(ctx: Context): never {
    ctx.onReply((reply) => {
      reply.headers!.set("x-reply", String(reply.status))
      return reply
    })
    throw new Error("secret: seen by onReply")
  }
  replyNotModified(ctx: Context) {
    ctx.onReply((reply) => {
      reply.headers!.set("etag", '"1"')
      reply.status = 304
      return reply
    })
    return { a: 1 }
  }

  done(ctx: Context<"/hooks/done/:key/:kind">) {
    const key = ctx.param("key")
    ctx.onDone((outcome: Outcome) => this.#outcomes.note(key, outcome))
    ctx.onDone(() => {
      throw new Error("a listener that fails")
    })
    ctx.onDone((outcome: Outcome) => this.#outcomes.note(key, outcome))
    return kinds[ctx.param("kind")]!(ctx)
  }
  async outcomes(ctx: Context<"/hooks/outcomes/:key">) {
    return this.#outcomes.of(ctx.param("key"))
  }
}

const kinds: Readonly<Record<string, (ctx: Context) => unknown>> = {
  value: () => ({ a: 1 }),
  later: async () => ({ a: 1 }),
  nothing: () => undefined,
  bytes: () => new Uint8Array(3),
  response: () => new Response("text"),
  stream: async function* () {
    yield "one"
    yield "two"
  },
  "failing-stream": async function* () {
    yield "one"
    throw new Error("secret: source failed")
  },
  error: (ctx) => ctx.status(418).json({ error: "teapot" }),
  thrown: () => {
    throw new Error("secret: thrown")
  },
}

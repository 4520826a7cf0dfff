import { describe, expect, it } from "vitest"
import type { Context } from "../context/context.ts"
import type { Next } from "../context/middleware.ts"
import { toFetch } from "../engine/fetch/to-fetch.ts"
import { inject } from "../inject/inject.ts"
import { get, routes } from "../module/routes/make-route.ts"
import { module } from "../module/module.ts"
import { html } from "../platform/web/html/html.ts"
import { web } from "../platform/web/web.ts"
import { createTestApp } from "../testing/create-test-app.ts"
import { useCallScope } from "./use-call-scope.ts"

const pause = () => new Promise((go) => setTimeout(go, 1))

/** Notes where the scope has which call. */
class Notes {
  readonly scope = useCallScope("Notes")
  readonly lines: string[] = []
  readonly atBoot = this.scope.current()

  note(place: string): void {
    this.lines.push(`${place}: ${this.scope.current()?.path}`)
  }
  onStart(): void {
    this.note("onStart")
  }
}

/** Notes around every call. */
class Around {
  readonly #notes = inject(Notes)

  handle(ctx: Context, next: Next): unknown {
    this.#notes.note("middleware")
    ctx.onReply((reply) => {
      this.#notes.note("onReply")
      return reply
    })
    ctx.onDone(() => this.#notes.note("onDone"))
    return next()
  }
}

class Calls {
  readonly #notes = inject(Notes)

  routes() {
    return routes([
      get("/now", this.now),
      get("/later/:id", this.later),
      get("/page", this.page, { view: this.view }),
      get("/pieces", this.pieces),
      get("/stream", this.stream),
      get("/fails", this.fails),
      get("/same", this.same),
    ])
  }
  now() {
    this.#notes.note("handler")
    return "now"
  }
  async later() {
    await pause()
    this.#notes.note("handler, later")
    return "later"
  }
  page() {
    return { title: "A" }
  }
  view = ({ title }: { title: string }) => {
    this.#notes.note("view")
    return html`<h1>${title}</h1>`
  }
  async *pieces() {
    this.#notes.note("first pull")
    yield "a"
    this.#notes.note("second pull")
    await pause()
    this.#notes.note("second pull, later")
    yield "b"
  }
  stream() {
    let count = 0
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          await pause()
          this.#notes.note("pull")
          controller.enqueue(new Uint8Array([97 + count]))
          if (++count === 3) controller.close()
        },
        cancel: () => this.#notes.note("cancel"),
      },
      { highWaterMark: 0 },
    )
  }
  async fails() {
    await pause()
    throw new Error("failed")
  }
  same(ctx: Context) {
    return this.#notes.scope.current() === ctx
  }
}

async function start(around = false) {
  const root = module({ name: "scoped", declarations: [Notes, Calls] })
  const app = await createTestApp(root, { platform: web(), ...(around && { middlewares: [Around] }) })
  const notes = app.get(Notes)
  const linesOf = async (path: string, method = "GET") => {
    notes.lines.length = 0
    const { status } = await app.request(method, path)
    return [status, ...notes.lines]
  }
  return { app, notes, linesOf }
}

describe("useCallScope()", () => {
  it("gives the context that handlers get", async () => {
    const { app } = await start()
    expect((await app.request("GET", "/same")).json()).toBe(true)
    await app.stop()
  })

  it("knows the call in handlers, views and bodies that come in pieces", async () => {
    const { app, linesOf } = await start()
    expect(await linesOf("/now")).toEqual([200, "handler: /now"])
    expect(await linesOf("/later/1")).toEqual([200, "handler, later: /later/1"])
    expect(await linesOf("/page")).toEqual([200, "view: /page"])
    expect(await linesOf("/pieces")).toEqual([
      200,
      "first pull: /pieces",
      "second pull: /pieces",
      "second pull, later: /pieces",
    ])
    expect(await linesOf("/stream")).toEqual([200, "pull: /stream", "pull: /stream", "pull: /stream"])
    expect(await linesOf("/stream", "HEAD")).toEqual([200, "cancel: /stream"])
    await app.stop()
  })

  it("knows the call in middlewares and listeners, whatever becomes of the call", async () => {
    const { app, linesOf } = await start(true)
    const around = (path: string, ...between: string[]) => [
      `middleware: ${path}`,
      ...between.map((place) => `${place}: ${path}`),
      `onReply: ${path}`,
      `onDone: ${path}`,
    ]
    expect(await linesOf("/now")).toEqual([200, ...around("/now", "handler")])
    expect(await linesOf("/later/1")).toEqual([200, ...around("/later/1", "handler, later")])
    expect(await linesOf("/fails")).toEqual([500, ...around("/fails")])
    expect(await linesOf("/nothing")).toEqual([404, ...around("/nothing")])
    expect(await linesOf("/later/%zz")).toEqual([400, ...around("/later/%zz")])
    await app.stop()
  })

  it("knows no call outside of calls", async () => {
    const { app, notes } = await start()
    expect(notes.atBoot).toBeUndefined()
    expect(notes.lines).toEqual(["onStart: undefined"])
    await app.request("GET", "/later/1")
    expect(notes.scope.current()).toBeUndefined()
    await app.stop()
  })

  it("aborts the signal inside, so that its listeners know the call", async () => {
    class Waits {
      readonly #notes = inject(Notes)
      routes() {
        return routes([get("/waits", this.wait)])
      }
      async wait(ctx: Context) {
        await new Promise<void>((go) =>
          ctx.signal.addEventListener("abort", () => {
            this.#notes.note(`aborted ${ctx.signal.aborted} ${ctx.signal.reason === undefined}`)
            go()
          }),
        )
      }
    }
    const app = await createTestApp(module({ name: "waits", declarations: [Notes, Waits] }))
    const client = new AbortController()
    const reply = toFetch(app)(new Request("http://localhost/waits", { signal: client.signal }))
    client.abort()
    await reply
    expect(app.get(Notes).lines.slice(1)).toEqual(["aborted true false: /waits"])
    await app.stop()
  })

  it("returns to the outer call after a call of another application", async () => {
    const inner = await start()
    class Outer {
      readonly #scope = useCallScope("Outer")
      routes() {
        return routes([get("/outer", this.call)])
      }
      async call() {
        const before = this.#scope.current()?.path
        const reply = await inner.app.request("GET", "/later/2")
        return [before, reply.status, this.#scope.current()?.path]
      }
    }
    const outer = await createTestApp(module({ name: "outer", declarations: [Outer] }))
    expect((await outer.request("GET", "/outer")).json()).toEqual(["/outer", 200, "/outer"])
    // Two services asked, and share one scope: it is entered once for each call.
    expect(inner.notes.lines).toEqual(["onStart: undefined", "handler, later: /later/2"])
    await Promise.all([inner.app.stop(), outer.stop()])
  })

  it("leaves applications alone in which nobody asks", async () => {
    const { app, notes } = await start()
    class Plain {
      routes() {
        return routes([get("/plain", () => [notes.scope.current()?.path ?? "none"])])
      }
    }
    const plain = await createTestApp(module({ name: "plain", declarations: [Plain] }))
    expect((await plain.request("GET", "/plain")).json()).toEqual(["none"])
    await Promise.all([app.stop(), plain.stop()])
  })

  it("is for boot: elsewhere it is a fault", () => {
    expect(() => useCallScope("a test")).toThrow("`inject(CallScope)` was called while no application")
  })
})

import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from "vitest"
import { createApp } from "../create-app.ts"
import { inspectionKey } from "../../fault/global-keys.ts"
import type { Context } from "../../context/context.ts"
import { get, routes } from "../../module/routes/make-route.ts"
import { module } from "../../module/module.ts"
import { api } from "../../platform/api/api.ts"
import { MemoryKeyValue } from "../../store/memory-key-value.ts"
import { createTestLog } from "../../testing/test-log.ts"
import type { EdgeHandler, ExecutionContext } from "./edge-handler.ts"
import { toFetch } from "./to-fetch.ts"

const pause = () => new Promise((go) => setTimeout(go, 5))
const asked = (path: string, headers: Record<string, string> = {}) =>
  new Request(`http://edge.example${path}`, { headers })

/** Notes what the runtime is asked to wait for. */
function createExecutionContext() {
  const promises: Promise<unknown>[] = []
  const context: ExecutionContext = { waitUntil: (work) => void promises.push(work) }
  return { context, finished: () => Promise.all(promises), promises }
}

class Calls {
  readonly noted: string[] = []
  routes() {
    return routes([
      get("/plain", () => ({ a: 1 })),
      get("/address", (ctx: Context) => ({ address: ctx.address })),
      get("/done", this.done),
      get("/pieces", this.pieces),
    ])
  }
  done(ctx: Context) {
    ctx.onDone(async ({ status, aborted }) => {
      await pause()
      this.noted.push(`done ${status} ${aborted}`)
    })
    return { a: 1 }
  }
  pieces(ctx: Context) {
    this.done(ctx)
    return this.#pieces()
  }
  async *#pieces() {
    try {
      yield "one "
      await pause()
      yield "two"
    } finally {
      await pause()
      this.noted.push("closed")
    }
  }
}

const App = module({ name: "app", declarations: [Calls] })
const { log } = createTestLog()

describe("toFetch with a function", () => {
  it("creates the application once, on the first request, whoever asks meanwhile", async () => {
    let created = 0
    const handle = toFetch((env: { readonly name: string }) => {
      created++
      expect(env.name).toBe("bindings")
      return createApp(App, { platform: api(), log })
    })
    expectTypeOf(handle).toEqualTypeOf<EdgeHandler<{ readonly name: string }>>()
    expect(created).toBe(0)
    const env = { name: "bindings" }
    const { context, promises } = createExecutionContext()
    const replies = await Promise.all([1, 2, 3].map(async () => handle(asked("/plain"), env, context)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    // A client who leaves must not end what the others wait for.
    expect(promises).toHaveLength(3)
    const later = handle(asked("/plain"), env, context)
    expect(later).toBeInstanceOf(Response)
    expect(promises).toHaveLength(3)
    expect(created).toBe(1)
    // @ts-expect-error the bindings are those of the function
    await handle(asked("/plain"), { name: 1 })
  })

  it("runs onServe() before the first reply, and stops what it cannot serve", async () => {
    const seen: string[] = []
    class Hooked {
      onStart = () => void seen.push("start")
      onServe = async () => {
        await pause()
        seen.push("serve")
        if (seen.length === 2) throw new Error("not yet")
      }
      onStop = () => void seen.push("stop")
    }
    const printed = vi.spyOn(console, "error").mockImplementation(() => undefined)
    const handle = toFetch(() =>
      createApp(module({ name: "hooked", declarations: [Hooked, Calls] }), { platform: api(), log }),
    )
    expect((await handle(asked("/plain"), {})).status).toBe(500)
    expect((await handle(asked("/plain"), {})).status).toBe(200)
    expect(seen).toEqual(["start", "serve", "stop", "start", "serve"])
    expect(printed).toHaveBeenCalledOnce()
    printed.mockRestore()
  })

  it("creates it again if the runtime has dropped the first attempt", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    let created = 0
    const handle = toFetch(() =>
      created++ === 0 ? new Promise<never>(() => undefined) : createApp(App, { platform: api(), log }),
    )
    void handle(asked("/plain"), {})
    vi.setSystemTime(Date.now() + 59_000)
    void handle(asked("/plain"), {})
    expect(created).toBe(1)
    vi.setSystemTime(Date.now() + 2_000)
    const reply = handle(asked("/plain"), {})
    expect(created).toBe(2)
    expect((await reply).status).toBe(200)
    vi.useRealTimers()
  })

  it("warns of what is in memory only", async () => {
    const kept = createTestLog()
    const Store = module({ name: "store", declarations: [Calls, MemoryKeyValue] })
    await toFetch(() => createApp(Store, { platform: api(), log: kept.log }))(asked("/plain"), {})
    expect(kept.lines.map(({ level, msg }) => [level, msg])).toEqual([
      [40, "in memory only, lost with this isolate: key-value store"],
    ])
  })

  it("answers a target that is ambiguous with 400", async () => {
    const handle = toFetch(() => createApp(App, { platform: api(), log }))
    const odd = new Request("http://edge.example/plain")
    Object.defineProperty(odd, "url", { value: "/plain" })
    expect((await handle(odd, {})).status).toBe(400)
  })
})

describe("a function that fails", () => {
  let printed: unknown[]
  beforeEach(() => {
    printed = []
    vi.spyOn(console, "error").mockImplementation((text) => void printed.push(text))
  })
  afterEach(() => void vi.restoreAllMocks())

  it("costs its request a 500 without details, is printed whole, and is tried again", async () => {
    let tries = 0
    const broken = module({ name: "broken", declarations: [undefined as never] })
    const handle = toFetch(() => createApp(tries++ < 2 ? broken : App, { platform: api(), log }))
    for (const round of [1, 2]) {
      const reply = await handle(asked("/plain"), {})
      expect([reply.status, await reply.json()]).toEqual([500, { error: "Internal Server Error" }])
      expect(printed).toHaveLength(round)
    }
    expect(printed[0]).toMatch(/^1 fault: the application was not started\n\n1\. [A-Z_]+\n/)
    expect((await handle(asked("/plain"), {})).status).toBe(200)
    expect(tries).toBe(3)
  })

  it("must return the application", async () => {
    const forgets = (() => void createApp(App, { platform: api(), log })) as () => never
    expect((await toFetch(forgets)(asked("/plain"), {})).status).toBe(500)
    expect(printed[0]).toContain(
      "its function returned `undefined`, not an application: write `(env) => createApp(…)`",
    )
    expect(printed[0]).toContain("fix: ")
  })

  it("may throw at once, and anything", async () => {
    const handle = toFetch(() => {
      throw new TypeError("env.KV is undefined")
    })
    expect((await handle(asked("/plain"), {})).status).toBe(500)
    expect(String(printed[0])).toBe("TypeError: env.KV is undefined")
  })
})

describe("waitUntil", () => {
  /** An application that is ready, and one request of it. */
  async function answered(path: string, request: Request = asked(path)) {
    const app = await createApp(App, { platform: api(), log })
    const handle = toFetch(() => app)
    await handle(asked("/plain"), {})
    const { context, finished, promises } = createExecutionContext()
    const reply = await handle(request, {}, context)
    return { reply, finished, promises, noted: app.get(Calls).noted }
  }

  it("waits for onDone() and for what its listeners return", async () => {
    const { finished, promises, noted } = await answered("/done")
    expect([promises.length, noted]).toEqual([1, []])
    await finished()
    expect(noted).toEqual(["done 200 false"])
  })

  it("is not called for what ends with its reply, and may be absent", async () => {
    expect((await answered("/plain")).promises).toEqual([])
    const handle = toFetch(() => createApp(App, { platform: api(), log }))
    expect(await (await handle(asked("/done"), {})).json()).toEqual({ a: 1 })
  })

  it("waits after a body in pieces, which the runtime pulls", async () => {
    const { reply, finished, promises, noted } = await answered("/pieces")
    expect(promises).toEqual([])
    expect(await reply.text()).toBe("one two")
    expect(noted).toEqual(["closed"])
    await finished()
    expect(noted).toEqual(["closed", "done 200 false"])
  })

  it.each([
    ["cancels the body", (reply: Response) => reply.body!.cancel()],
    ["only aborts the signal", async (_reply: Response, leave: () => void) => leave()],
    [
      "does both",
      async (reply: Response, leave: () => void) => {
        await reply.body!.cancel()
        leave()
      },
    ],
  ])("waits for the source to close when the client leaves and the runtime %s", async (_what, end) => {
    const client = new AbortController()
    const request = new Request("http://edge.example/pieces", { signal: client.signal })
    const { reply, finished, noted } = await answered("/pieces", request)
    await end(reply, () => client.abort())
    await finished()
    expect(noted.toSorted()).toEqual(["closed", "done 200 true"])
  })
})

describe("the client's address", () => {
  it.each([
    ["is what Cloudflare says", { colo: "FRA" }, "203.0.113.7"],
    ["is unknown elsewhere, whatever the client says", undefined, ""],
  ])("%s", async (_what, cf, address) => {
    const handle = toFetch(() => createApp(App, { platform: api(), log }))
    const request = Object.assign(asked("/address", { "cf-connecting-ip": "203.0.113.7" }), { cf })
    expect(await (await handle(request, {})).json()).toEqual({ address })
  })
})

describe("a tool that inspects the program", () => {
  afterEach(() => Reflect.deleteProperty(globalThis, inspectionKey))

  it("gets the application without a request", async () => {
    const taken = new Promise<object>((take) => Object.assign(globalThis, { [inspectionKey]: take }))
    toFetch((env: { readonly KV?: object }) =>
      createApp(App, { platform: api(), production: env.KV === undefined }),
    )
    expect(await taken).toMatchObject({ protocol: 1 })
  })
})

import { contract } from "trivet"
import { ClientError, type ClientOptions, createClient } from "trivet/client"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { waitBefore } from "../../src/client/retries.ts"
import { type Action, CuttingServer } from "./cutting-server.ts"

const Things = contract({
  get: { method: "GET", path: "/things" },
  head: { method: "HEAD", path: "/things" },
  options: { method: "OPTIONS", path: "/things" },
  post: { method: "POST", path: "/things" },
  put: { method: "PUT", path: "/things" },
  patch: { method: "PATCH", path: "/things" },
  delete: { method: "DELETE", path: "/things" },
})
const unsafe = ["post", "put", "patch", "delete"] as const

let server: CuttingServer
const started: CuttingServer[] = []

/** A server of its own for each round, so that no connection is left from the one before. */
async function expects(...actions: Action[]): Promise<void> {
  server = await CuttingServer.start(...actions)
  started.push(server)
}

beforeEach(() => {
  // The shortest waits. That they are random is a test of its own.
  vi.spyOn(Math, "random").mockReturnValue(0.01)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(started.splice(0).map((one) => one.stop()))
})

const clientOf = (options: Partial<ClientOptions> = {}) =>
  createClient(Things, { url: server.url, ...options })

/** The stages at which a request can be lost, and what a client may take for such a loss. */
const losses: readonly Action[] = [
  "cut on connect",
  "cut after head",
  "cut after request",
  "cut in head",
  "429",
  "502",
  "503",
  "504",
]

describe("a request that changes something", () => {
  const cases = unsafe.flatMap((name) =>
    [...losses, "cut in body" as const].map((loss) => [name, loss] as const),
  )
  it.each(cases)("%s is sent once if it meets: %s", async (name, loss) => {
    await expects(loss)
    const sent = name === "delete" ? {} : { body: { a: "x".repeat(100) } }
    const client = clientOf()
    const outcome = await client[name](sent).catch((error: unknown) => error)
    expect([server.connections, server.seen.length]).toEqual([1, loss === "cut on connect" ? 0 : 1])
    if (loss.startsWith("cut")) expect(outcome).toMatchObject({ code: "NETWORK" })
    else expect(outcome).toMatchObject({ ok: false, status: Number(loss) })
  })

  it("is not sent again on a kept connection that the server closes", async () => {
    for (let time = 0; time < 20; time++) {
      await expects("close after reply", "200")
      const client = clientOf()
      await client.get()
      await client
        .post({ body: {} })
        .catch((error: unknown) => expect(error).toMatchObject({ code: "NETWORK" }))
      expect(server.seen.filter((line) => line.startsWith("POST")).length).toBeLessThanOrEqual(1)
    }
  })

  it("is sent again with an Idempotency-Key, and with the same one", async () => {
    for (const loss of losses) {
      await expects(loss, "200")
      const reply = await clientOf().post({ body: { a: 1 }, headers: { "Idempotency-Key": "k1" } })
      expect(reply.status, loss).toBe(200)
      expect(server.requests.every((text) => text.includes("idempotency-key: k1"))).toBe(true)
      expect(server.requests.at(-1)).toContain('{"a":1}')
    }
  })

  it("has a new Idempotency-Key for each call, the same for all attempts, if its record requires one", async () => {
    const Keyed = contract({ post: { method: "POST", path: "/things", idempotencyKey: "required" } })
    const keysOf = () => server.requests.map((text) => /idempotency-key: ([\w-]+)/.exec(text)?.[1])
    const seen = new Set<string | undefined>()
    for (const loss of losses) {
      await expects(loss, loss, "200")
      const client = createClient(Keyed, { url: server.url })
      expect((await client.post({ body: { a: 1 } })).status, loss).toBe(200)
      const keys = new Set(keysOf())
      expect(keys.size, loss).toBe(1)
      seen.add([...keys][0])
    }
    expect(seen.size).toBe(losses.length)
    expect(seen).not.toContain(undefined)
    await expects("200")
    await createClient(Keyed, { url: server.url }).post({ headers: { "Idempotency-Key": "own" } })
    expect(keysOf()).toEqual(["own"])
  })

  it("is sent again after 409 with Retry-After if it has a key: the first attempt still runs", async () => {
    const running = "409; Retry-After: 0"
    await expects(running, "200")
    expect((await clientOf().post({ body: {}, headers: { "idempotency-key": "k" } })).status).toBe(200)
    await expects(running)
    expect((await clientOf().post({ body: {} })).status).toBe(409)
    await expects("409")
    expect((await clientOf().post({ body: {}, headers: { "idempotency-key": "k" } })).status).toBe(409)
    expect(server.seen).toHaveLength(1)
  })

  it("is sent once if the key is one of the client's own headers", async () => {
    await expects("503")
    await clientOf({ headers: () => ({ "idempotency-key": crypto.randomUUID() }) }).post({ body: {} })
    expect(server.seen).toHaveLength(1)
  })

  it("is sent once if its body is a stream, key or not", async () => {
    await expects("503")
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("a"))
        controller.close()
      },
    })
    const reply = await clientOf().post({ body, headers: { "idempotency-key": "k" } })
    // Not the error of a second attempt, for which nothing is left to read.
    expect(reply.status).toBe(503)
    expect(server.seen.filter((line) => line.startsWith("POST"))).toHaveLength(1)
  })
})

describe("a request that changes nothing", () => {
  it.each(["get", "head", "options"] as const)(
    "%s is sent again after each loss before a reply",
    async (name) => {
      for (const loss of losses) {
        await expects(loss, loss, "200")
        expect((await clientOf()[name]()).status, loss).toBe(200)
        expect(server.seen, loss).toHaveLength(loss === "cut on connect" ? 1 : 3)
      }
    },
  )

  it("is sent once if its reply is lost on the way", async () => {
    await expects("cut in body")
    await expect(clientOf().get()).rejects.toMatchObject({ code: "NETWORK" })
    expect(server.seen).toHaveLength(1)
  })

  it("is sent once with `retry: 0`, and as often as asked for", async () => {
    await expects("503")
    expect((await clientOf({ retry: 0 }).get()).status).toBe(503)
    expect(server.seen).toHaveLength(1)
    await expects("503")
    expect((await clientOf().get()).status).toBe(503)
    expect(server.seen).toHaveLength(3)
  })

  it("is sent once if it gets any other status", async () => {
    for (const status of ["400", "404", "408", "409", "425", "500", "501", "505"] as const) {
      await expects(status)
      expect((await clientOf().get()).status).toBe(Number(status))
      expect(server.seen, status).toHaveLength(1)
    }
  })

  it("asks for its headers again with each attempt", async () => {
    await expects("503", "200")
    let token = 0
    await clientOf({ headers: () => ({ authorization: String(++token) }) }).get()
    expect(server.requests.map((text) => /authorization: (\d)/.exec(text)?.[1])).toEqual(["1", "2"])
  })
})

describe("the budget", () => {
  it("allows ten retries at once, and one more for ten requests that were handled", async () => {
    await expects("503")
    const client = clientOf()
    for (let time = 0; time < 12; time++) await client.get()
    expect(server.seen).toHaveLength(12 + 10)
    server.change("200")
    for (let time = 0; time < 20; time++) await client.get()
    server.change("503")
    for (let time = 0; time < 5; time++) await client.get()
    expect(server.seen).toHaveLength(5 + 2)
  })
})

describe("the waits", () => {
  it("are random, and twice as long at most with each attempt", () => {
    vi.restoreAllMocks()
    const waits = Array.from({ length: 2_000 }, (_, index) => waitBefore(index % 2, null))
    const [first, second] = [0, 1].map((attempt) => waits.filter((_, index) => index % 2 === attempt))
    expect(Math.min(...first!)).toBeLessThan(20)
    expect(Math.max(...first!)).toBeGreaterThan(180)
    expect(Math.max(...first!)).toBeLessThan(200)
    expect(Math.max(...second!)).toBeGreaterThan(360)
    expect(Math.max(...second!)).toBeLessThan(400)
  })
})

describe("Retry-After", () => {
  const waitOf = async (header: string, options?: Partial<ClientOptions>) => {
    await expects(`503; Retry-After: ${header}`, "200")
    const began = performance.now()
    const { status } = await clientOf(options).get()
    return { status, waited: performance.now() - began }
  }

  it("is waited for, as seconds and as a date", async () => {
    const seconds = await waitOf("1")
    expect(seconds.status).toBe(200)
    expect(seconds.waited).toBeGreaterThanOrEqual(990)
    // A date has whole seconds: this one is between one and two away.
    const date = await waitOf(new Date(Date.now() + 2_000).toUTCString())
    expect(date.status).toBe(200)
    expect(date.waited).toBeGreaterThanOrEqual(900)
  })

  it("ends the attempts if it is longer than the limit, or than the call has time", async () => {
    expect(await waitOf("31")).toMatchObject({ status: 503 })
    expect(await waitOf("3600")).toMatchObject({ status: 503 })
    expect(await waitOf("20", { timeout: 10_000 })).toMatchObject({ status: 503 })
    expect(server.seen).toHaveLength(1)
  })

  it("is ignored if it says nothing", async () => {
    for (const header of ["soon", "-1", new Date(0).toUTCString()])
      expect(await waitOf(header)).toMatchObject({ status: 200 })
  })
})

describe("the time of a call", () => {
  it("bounds all attempts and waits together", async () => {
    await expects("silence")
    const error: unknown = await clientOf({ timeout: 50 })
      .get({ query: { word: "secret" } })
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: "TIMEOUT", record: "GET /things", status: undefined })
    expect((error as ClientError).message).toBe(
      `GET ${server.url}/things: no whole reply within 50 ms. Check the server, or raise \`timeout\`.`,
    )
    expect(server.seen).toHaveLength(1)
  })

  it("can be ended by a signal while it waits to try again", async () => {
    await expects("503; Retry-After: 20")
    const controller = new AbortController()
    const call = clientOf().get({ signal: controller.signal })
    await expect.poll(() => server.seen.length).toBe(1)
    setTimeout(() => controller.abort(new Error("left the page")), 20)
    await expect(call).rejects.toMatchObject({ code: "ABORTED", cause: new Error("left the page") })
    expect(server.seen).toHaveLength(1)
  })
})

describe("a server that is not there", () => {
  it("is named, with the reason and without the query", async () => {
    const gone = await CuttingServer.start()
    await gone.stop()
    const error: unknown = await createClient(Things, { url: gone.url })
      .get({ query: { word: "secret" } })
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ClientError)
    expect((error as ClientError).message).toMatch(
      /^GET http:\/\/127\.0\.0\.1:\d+\/things: no whole reply \(ECONNREFUSED\)\. Check the address/,
    )
  })
})

describe("a redirect", () => {
  it("is a reply: its target gets neither the key nor the body", async () => {
    await expects("200")
    const other = server
    await expects(`307; Location: ${other.url}/things`)
    const client = clientOf({ headers: { "x-api-key": "secret" } })
    for (const name of [...unsafe, "get"] as const) {
      const sent = name === "delete" || name === "get" ? {} : { body: { password: "p" } }
      const { ok, status, headers } = await client[name](sent)
      expect([ok, status, headers.get("location")]).toEqual([false, 307, `${other.url}/things`])
    }
    await expect(client.get().orThrow()).rejects.toMatchObject({ code: "STATUS", status: 307 })
    expect(other.connections).toBe(0)
  })
})

import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { socketRuntimes, type StartedRuntime } from "./runtimes.ts"
import { TestClient } from "./test-client.ts"

/** Reads a stream to its end, or for so many milliseconds. */
async function readFor(stream: ReadableStreamDefaultReader, milliseconds: number): Promise<"ended" | "open"> {
  const until = performance.now() + milliseconds
  while (performance.now() < until) if ((await stream.read()).done) return "ended"
  return "open"
}

// One list of cases for every runtime. How frames are written and read is tested by the runtimes themselves.
describe.each(socketRuntimes)("sockets on $name", ({ name, start }) => {
  let started: StartedRuntime
  const open = (path: string, headers?: Readonly<Record<string, string>>) =>
    TestClient.open(`ws://${started.host}${path}`, headers)
  const http = (path: string, options?: RequestInit) => fetch(`http://${started.host}${path}`, options)
  /** Deno lets a server close with 1000 and from 3000 on only. */
  const codeOf = (code: number) => (name === "deno" && code !== 1000 && code < 3000 ? code + 3000 : code)

  beforeAll(async () => void (started = await start()))
  afterAll(() => started?.stop())

  describe("the request that opens one", () => {
    it("passes the middlewares, whose headers are sent", async () => {
      const client = await open("/echo")
      if (name !== "deno") expect(client.headers["x-request-id"]).toMatch(/./)
      client.close()
      await expect(client.closed).resolves.toMatchObject({ code: 1005 })
    })

    it.each([
      ["/private/who", 401, { error: "Unauthorized" }],
      ["/private/who?token=none", 401, { error: "Unauthorized" }],
      ["/private/who?token=broken", 500, { error: "Internal Server Error" }],
      ["/nowhere", 404, { error: "Not Found" }],
      ["/rooms/much-too-long", 400, { error: "Invalid request" }],
    ])("is rejected as any other: %s", async (path, status, body) => {
      const rejected = await open(path).catch((error: unknown) => error)
      expect(rejected).toMatchObject({ status })
      expect(JSON.parse((rejected as { body: string }).body)).toEqual(body)
    })

    it("gets 426 if it opens none, and other routes ignore that it could", async () => {
      const reply = await http("/echo")
      expect(reply.status).toBe(426)
      // workerd sends no header that belongs to the connection.
      if (name !== "workerd") expect(reply.headers.get("upgrade")).toBe("websocket")
      await expect(open("/page")).rejects.toMatchObject({ status: 200 })
    })

    it("may come from a page of the same origin, or of one that cors() allows", async () => {
      const own = { origin: `http://${started.host}` }
      for (const headers of [own, { origin: "https://app.example" }]) {
        const client = await open("/echo", headers)
        client.send("hello")
        expect(await client.next()).toBe("hello")
        client.close()
      }
      for (const headers of [
        { origin: "https://evil.example" },
        { origin: "null" },
        { origin: `http://${started.host}.evil.example` },
        { origin: "https://app.example", cookie: "session_id=1" },
      ])
        await expect(open("/echo", headers)).rejects.toMatchObject({ status: 403 })
    })

    it("is rejected with 429 if its user has too many", async () => {
      const clients = [await open("/private/who?token=two"), await open("/private/who?token=two")]
      await expect(open("/private/who?token=two")).rejects.toMatchObject({ status: 429 })
      clients[0]!.close()
      await clients[0]!.closed
      await expect.poll(() => open("/private/who?token=two").then((client) => client.close())).toBeUndefined()
      clients[1]!.close()
    })
  })

  describe("a connection", () => {
    it("carries JSON both ways, in order, however slow the handler is", async () => {
      const client = await open("/slow")
      const values = Array.from({ length: 200 }, (_, at) => ({ at, text: "ü€😀" }))
      for (const value of values) client.send(value)
      for (const value of values) expect(await client.next()).toEqual(value)
      client.close()
    })

    it("has the context of its request", async () => {
      const client = await open("/private/who?token=one", { "user-agent": "tester" })
      expect(await client.next()).toEqual({ caller: "one", agent: "tester" })
      client.close()
    })

    it.each([
      ["return", { code: 1000, reason: "" }, ["return", "last"]],
      ["close", { code: 4001, reason: "bye" }, ["close"]],
      ["throw", { code: 1011, reason: "Internal Server Error" }, ["throw"]],
      ["invalid", { code: 1011, reason: "Internal Server Error" }, ["invalid"]],
    ])("ends when the handler does: %s", async (how, { code, reason }, sent) => {
      const client = await open(`/end/${how}`)
      expect(await client.closed).toEqual({ code: codeOf(code), reason })
      expect(await client.next()).toEqual({ ends: sent[0] })
      expect(client.unread).toBe(sent.length - 1)
    })

    it.each(["return", "close"])("gives its place back if the handler ends at once: %s", async (how) => {
      // More than one network may have.
      for (let count = 0; count < 15; count++)
        expect((await (await open(`/end/${how}`)).closed).code).toBeGreaterThan(0)
    })

    it("tells its handler when the client leaves", async () => {
      const client = await open(`/wait/${name}`)
      expect(await client.next()).toEqual({ ready: true })
      client.send([1])
      client.close()
      const notes = async () =>
        ((await (await http("/notes")).json()) as string[]).filter((line) => line.startsWith(name))
      await expect.poll(notes).toEqual([`${name} open`, `${name} [1]`, `${name} aborted`, `${name} over`])
    })

    it.each([
      ["no JSON", "{", 1007],
      ["an invalid message", '{"text":""}', 1007],
      ["a message that leads to a prototype", '{"__proto__":{"text":"a"}}', 1007],
      ["bytes", Buffer.from("{}"), 1003],
    ])("is closed for %s", async (_what, sent, code) => {
      const client = await open("/rooms/1")
      client.socket.send(sent)
      expect((await client.closed).code).toBe(codeOf(code))
    })

    it("is closed for a message that is too large, and for too many", async () => {
      const large = await open("/echo")
      large.send("x".repeat(300))
      expect((await large.closed).code).toBe(codeOf(1009))
      const many = await open("/echo")
      for (let count = 0; count < 60; count++) many.send(count)
      // Deno ends a connection on which messages come after the close, so its client may not see the code.
      expect(name === "deno" ? [4008, 1006] : [1008]).toContain((await many.closed).code)
    })

    // Deno and workerd answer pings and pass none on.
    it.runIf(name === "node" || name === "bun")("is closed for too many pings", async () => {
      const client = await open("/echo")
      for (let count = 0; count < 20; count++) client.socket.ping()
      client.send("still here")
      expect(await client.next()).toBe("still here")
      for (let count = 0; count < 60; count++) client.socket.ping()
      expect((await client.closed).code).toBe(1008)
    })

    it("is closed for what its record does not send", async () => {
      const client = await open("/wrong")
      expect((await client.closed).code).toBe(codeOf(1011))
      expect(client.unread).toBe(0)
    })

    it("is closed when the credentials end", async () => {
      const client = await open("/private/who?token=ended")
      await client.next()
      client.send("still here")
      expect(await client.next()).toBe("still here")
      await http("/end-token/ended", { method: "POST" })
      expect(await client.closed).toEqual({ code: codeOf(1008), reason: "the credentials have ended" })
    })
  })

  describe("a stream of events", () => {
    it("ends when the credentials end, and others go on", async () => {
      const [ended, other] = await Promise.all(
        ["read", "one"].map(async (token) => (await http(`/private/feed?token=${token}`)).body!.getReader()),
      )
      // Its guard has decided again at least once.
      await readFor(ended!, 1_500)
      await http("/end-token/read", { method: "POST" })
      await expect(readFor(ended!, 20_000)).resolves.toBe("ended")
      await expect(readFor(other!, 1_000)).resolves.toBe("open")
      await other!.cancel()
    })
  })

  describe("topics", () => {
    it("reach every connection that listens, and begin after the id in the query", async () => {
      const [one, two, other] = [await open("/rooms/7"), await open("/rooms/7"), await open("/rooms/8")]
      one.send({ text: "first" })
      const first = (await one.next()) as { id: string }
      expect(first).toEqual({ id: expect.any(String) as string, data: { text: "first" } })
      expect(await two.next()).toEqual(first)
      two.send({ text: "second" })
      const second = await one.next()
      const later = await open(`/rooms/7?last-event-id=${first.id}`)
      expect(await later.next()).toEqual(second)
      expect(other.unread).toBe(0)
      for (const client of [one, two, other, later]) client.close()
    })
  })

  it.runIf(name !== "workerd")("closes all with 1001 when the application stops", async () => {
    const clients = await Promise.all(Array.from({ length: 5 }, () => open("/echo")))
    started.stopApp!()
    for (const client of clients) expect((await client.closed).code).toBe(codeOf(1001))
  })
})

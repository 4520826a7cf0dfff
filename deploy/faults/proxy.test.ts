import { once } from "node:events"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { framingCases } from "../../packages/trivet/tests/attacks/framing/framing-cases.ts"
import { TestClient } from "../../packages/trivet/tests/sockets/test-client.ts"
import { noteFigure } from "../../scripts/suite/note-figure.ts"
import { full } from "../testing/full.ts"
import { Http2Client, openTls, replyOf } from "../testing/http2-client.ts"
import { PrivateHaproxy } from "../testing/private-haproxy.ts"
import { reloadNginx, startNginx } from "../testing/private-nginx.ts"
import type { ProxyProcess } from "../testing/proxy-process.ts"
import { type Program, serveProgram } from "../testing/serve-program.ts"

const program = join(import.meta.dirname, "../testing/proxied-program.ts")
const start = (port?: number) =>
  serveProgram(program, { TRUSTED_PROXIES: "127.0.0.1", ...(port !== undefined && { PORT: String(port) }) })

interface Started {
  readonly process: ProxyProcess
  /** Waits until the process that was started last gets calls. */
  untilUp(name: "one" | "two"): Promise<void>
}

type StartProxy = (one: number, two: number) => Promise<Started>
const proxies: readonly (readonly [name: string, start: StartProxy])[] = [
  [
    "HAProxy",
    async (one, two) => {
      const balancer = await PrivateHaproxy.start(one, two, [])
      return { process: balancer.process, untilUp: (name) => balancer.untilUp(name) }
    },
  ],
  // It tries both with every request.
  ["nginx", async (one, two) => ({ process: await startNginx(one, two), untilUp: async () => undefined })],
]

describe.each(proxies)("%s before an application", (name, startProxy) => {
  const programs: Program[] = []
  let proxy: Started
  let client: Http2Client
  beforeAll(async () => {
    programs.push(await start(), await start())
    proxy = await startProxy(programs[0]!.port, programs[1]!.port)
    await Promise.all([proxy.untilUp("one"), proxy.untilUp("two")])
    client = new Http2Client(proxy.process)
  })
  afterAll(async () => {
    await client?.close()
    await proxy?.process.stop()
    await Promise.all(programs.map((one) => one.stop()))
  })

  it("speaks TLS and HTTP/2, and says who the client is", async () => {
    const other = new Http2Client(proxy.process, "127.0.0.7")
    // What a client says about itself must not count.
    const lies = {
      "x-forwarded-for": "1.2.3.4",
      "x-forwarded-proto": "http",
      "x-forwarded-host": "evil.example",
      forwarded: "for=1.2.3.4",
    }
    const reply = await other.send("GET", "/seen", lies)
    expect(reply.status).toBe(200)
    expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8")
    expect(reply.headers["content-length"]).toBeDefined()
    const host = `localhost:${proxy.process.tlsPort}`
    expect(JSON.parse(await reply.text())).toEqual({
      secure: true,
      address: "127.0.0.7",
      path: "/seen",
      host,
    })
    await other.close()
  })

  it("serves clients that only know HTTP/1.1", async () => {
    const socket = await openTls(proxy.process, "http/1.1")
    socket.write("GET /seen HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [\s\S]*"secure":true,"address":"127\.0\.0\.1"/)
  })

  it("sends plain HTTP to HTTPS", async () => {
    const reply = await fetch(`http://127.0.0.1:${proxy.process.port}/seen?a=1`, { redirect: "manual" })
    expect([reply.status, reply.headers.get("location")]).toEqual([
      308,
      `https://127.0.0.1:${proxy.process.port}/seen?a=1`,
    ])
  })

  it("passes a path on as the client spelled it", async () => {
    for (const path of ["/se%65n", "//seen", "/./seen", "/seen/../seen", "/seen%2f"]) {
      const reply = await client.send("GET", path)
      expect([path, reply.status]).toEqual([path, reply.status === 400 ? 400 : 404])
      reply.stream.close()
    }
  })

  it("answers no probe", async () => {
    for (const path of ["/health/live", "/health/ready"])
      expect((await client.send("GET", path)).status).toBe(404)
  })

  it.each(["/ticks", "/pieces"])("passes a stream on piece by piece: %s", async (path) => {
    expect(await listen(client, path)).toMatch(/piece 0[^]*piece 1[^]*piece 2/)
  })

  it.runIf(name === "HAProxy")(
    "lets an event stream be silent for longer than a reply may take",
    async () => {
      const [one, two] = programs
      const balancer = await PrivateHaproxy.start(one!.port, two!.port, [
        ["timeout server 30s", "timeout server 300ms"],
      ])
      await balancer.untilUp("one")
      const other = new Http2Client(balancer.process)
      expect(await listen(other, "/ticks", 900)).toContain("piece 2")
      await other.close()
      await balancer.stop()
    },
  )

  /** Reads a stream of three pieces. Each must come before the next is made, after a silence. */
  async function listen(to: Http2Client, path: string, silence = 0): Promise<string> {
    const { stream } = await to.send("GET", path, { accept: "text/event-stream" })
    const ended = once(stream, "end")
    let received = ""
    stream.setEncoding("utf8").on("data", (piece: string) => (received += piece))
    for (let at = 0; at < 3; at++) {
      await expect.poll(() => received, { interval: 5 }).toContain(`piece ${at}`)
      expect(received).not.toContain(`piece ${at + 1}`)
      await sleep(silence)
      await tick()
    }
    await ended
    return received
  }

  /** Lets the streams of both processes go on. */
  async function tick(): Promise<void> {
    for (const { port } of programs) await fetch(`http://127.0.0.1:${port}/tick`, { method: "POST" })
  }

  type Counts = Readonly<Record<"aborted" | "listening" | "flooded", number>>

  /** What both processes have counted. */
  async function count(): Promise<Counts> {
    const sum = { aborted: 0, listening: 0, flooded: 0 }
    for (const { port } of programs) {
      const counts = (await (await fetch(`http://127.0.0.1:${port}/counts`)).json()) as Counts
      for (const key of ["aborted", "listening", "flooded"] as const) sum[key] += counts[key]
    }
    return sum
  }

  it("makes the application wait for a client that does not read", async () => {
    const { stream } = await client.send("GET", "/flood")
    stream.pause()
    let [before, now] = [-1, 0]
    while (now !== before) {
      await sleep(300)
      ;[before, now] = [now, (await count()).flooded]
    }
    expect(now).toBeLessThan(64)
    stream.on("error", () => undefined).close(8)
  })

  it("tells the application that a client has disconnected", async () => {
    const before = await count()
    const other = new Http2Client(proxy.process)
    const streams = [
      await client.start("GET", "/wait", {}, null),
      await other.start("GET", "/wait", {}, null),
    ]
    for (const stream of streams) stream.on("error", () => undefined)
    await expect.poll(async () => (await count()).listening - before.listening).toBe(2)
    // One takes its request back, the other is gone with its connection.
    streams[0]!.close(8)
    await other.close()
    // Sooner than the proxy ends a request for taking too long.
    await expect.poll(async () => (await count()).aborted - before.aborted, { timeout: 25_000 }).toBe(2)
  })

  it("passes sockets on, and no other protocol", async () => {
    const host = `localhost:${proxy.process.tlsPort}`
    const trusting = { rejectUnauthorized: false }
    const open = (headers: Readonly<Record<string, string>>) =>
      TestClient.open(`wss://${host}/socket`, headers, trusting)
    const socket = await open({ origin: `https://${host}` })
    expect(await socket.next()).toMatchObject({ secure: true, address: expect.any(String) as string })
    socket.send({ text: "through" })
    expect(await socket.next()).toEqual({ text: "through" })
    socket.close()
    await expect(open({ origin: "https://evil.example" })).rejects.toMatchObject({ status: 403 })
    const other = await openTls(proxy.process, "http/1.1")
    other.write(`GET /seen HTTP/1.1\r\nHost: ${host}\r\nUpgrade: h2c\r\nConnection: Upgrade, close\r\n\r\n`)
    expect(await text(other)).toMatch(/^HTTP\/1\.1 200 /)
  })

  it("passes uploads on, with a length and without", async () => {
    const body = "x".repeat(900_000)
    for (const length of [{ "content-length": "900000" }, {}]) {
      const reply = await client.send("POST", "/upload", { "content-type": "text/x", ...length }, body)
      expect(JSON.parse(await reply.text())).toEqual({ length: 900_000, type: "text/x" })
    }
  })

  it("lets the application reject an upload before it is sent", async () => {
    const stream = await client.start("POST", "/upload", { "content-length": "50000000" })
    stream.write("x".repeat(1000))
    const reply = await replyOf(stream)
    expect(reply.status).toBe(413)
    stream.on("error", () => undefined).close(8)
  })

  it(`mixes no replies up, whatever ${framingCases.length} malformed messages say`, async () => {
    const sockets = await Promise.all(
      framingCases.map(async ({ send }) => {
        const socket = await openTls(proxy.process, "http/1.1")
        socket.on("error", () => undefined).resume()
        for (const part of [send].flat())
          socket.write(typeof part === "string" ? Buffer.from(part, "latin1") : part)
        return socket
      }),
    )
    // Others use the connections to the application that these messages went through.
    for (let at = 0; at < 100; at++) {
      const reply = await client.send("GET", `/echo?at=${at}`)
      expect([reply.status, await reply.text()]).toEqual([200, JSON.stringify({ at: String(at) })])
    }
    for (const socket of sockets) socket.destroy()
  })

  const restarts = full ? 20 : 2

  /** Calls while both processes are restarted in turn, and gives what failed. */
  async function restart(
    out: (port: number) => Promise<void>,
    back: (port: number, name: "one" | "two") => Promise<void>,
  ): Promise<{ readonly failed: readonly string[]; readonly sent: number }> {
    const failed: string[] = []
    let sent = 0
    const enough = new AbortController()
    const caller = async (method: "GET" | "POST") => {
      while (!enough.signal.aborted) {
        const [path, body] = method === "GET" ? [`/echo?at=${sent}`, null] : ["/upload", "x"]
        sent++
        const reply = await client.send(method, path, {}, body)
        const content = await reply.text()
        if (reply.status !== 200) failed.push(`${method} ${reply.status} ${content}`)
        await sleep(full ? 5 : 20)
      }
    }
    const callers = (["GET", "GET", "GET", "POST", "POST"] as const).map(caller)
    for (let at = 0; at < restarts; at++) {
      const { port } = programs[at % 2]!
      await out(port)
      await programs[at % 2]!.stop()
      programs[at % 2] = await start(port)
      await back(port, at % 2 === 0 ? "one" : "two")
    }
    enough.abort()
    await Promise.all(callers)
    return { failed, sent }
  }

  it(`fails no request in ${restarts} restarts, one process after the other`, async () => {
    const { failed, sent } = await restart(
      async () => undefined,
      (_, which) => proxy.untilUp(which),
    )
    const figure = `${failed.length} of ${sent} requests failed in ${restarts} restarts`
    noteFigure("rolling restarts", `2 processes behind ${name}, HTTP/2`, figure)
    if (name === "HAProxy") expect(failed).toEqual([])
    // It sends until the process refuses. What came in the moment before is sent again, unless it may have been done.
    expect(failed.filter((one) => !one.startsWith("POST 502"))).toEqual([])
    expect(failed.length).toBeLessThanOrEqual(restarts)
  })

  it.runIf(name === "nginx")(
    `fails none in ${restarts} restarts of a process that is taken out first`,
    async () => {
      const { failed, sent } = await restart(
        (port) => reloadNginx(proxy.process, port, true),
        (port) => reloadNginx(proxy.process, port, false),
      )
      const figure = `${failed.length} of ${sent} requests failed in ${restarts} restarts`
      noteFigure("rolling restarts", `2 processes behind ${name}, each taken out first`, figure)
      expect(failed).toEqual([])
    },
  )
})

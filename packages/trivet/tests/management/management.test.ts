import { createServer, request } from "node:http"
import { connect } from "node:net"
import { networkInterfaces } from "node:os"
import { setTimeout as pause } from "node:timers/promises"
import { createApp, module } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Program, startProgram } from "../conformance/start-program.ts"

const start = (env: Readonly<Record<string, string>> = {}) =>
  startProgram("../../management/programs/managed", env)

const anyNumber = expect.any(Number) as number

interface Got {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

/** Asks with any headers, which `fetch()` does not allow. */
function ask(
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  host = "127.0.0.1",
): Promise<Got> {
  return new Promise((tell, fail) => {
    request({ host, port, method, path, headers, agent: false }, (reply) => {
      let text = ""
      reply.setEncoding("utf8").on("data", (piece: string) => (text += piece))
      reply.on("end", () => tell({ status: reply.statusCode!, headers: reply.headers, text }))
    })
      .on("error", fail)
      .end()
  })
}

const privatePaths = [
  ["GET", "/calls"],
  ["POST", "/log-level?level=debug"],
  ["POST", "/cpu-profile"],
  ["POST", "/heap-snapshot"],
] as const

describe("the management port", () => {
  let program: Program
  let own: number
  const get = (path: string) => ask(own, "GET", path)

  beforeAll(async () => {
    program = await start()
    own = program.told["management"]!
  })
  afterAll(async () => {
    program.signal("SIGKILL")
    await program.ended
  })
  const call = (path: string) => fetch(`http://127.0.0.1:${program.told.port}${path}`)

  it("answers probes, and what there is", async () => {
    expect(await get("/health/live")).toMatchObject({ status: 200, text: '{"status":"live"}' })
    const ready = await get("/health/ready")
    expect([ready.status, JSON.parse(ready.text)]).toEqual([
      200,
      { status: "ready", checks: [{ name: "Service", status: "up", milliseconds: anyNumber }] },
    ])
    expect((await get("/")).text).toContain("POST /heap-snapshot\n")
    expect((await get("/none")).status).toBe(404)
    expect((await ask(own, "POST", "/health/live")).status).toBe(404)
  })

  it("answers metrics of the process, its connections and its loop, each once", async () => {
    const { text, headers } = await get("/metrics")
    expect(headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8")
    const names = text.split("\n").flatMap((line) => /^# TYPE (\w+)/.exec(line)?.[1] ?? [])
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(
      expect.arrayContaining([
        "process_cpu_time_seconds_total",
        "process_memory_usage_bytes",
        "nodejs_eventloop_delay_p99_seconds",
        "trivet_overload_in_flight",
        "http_server_open_connections",
        "trivet_streams",
        "trivet_sockets",
        "trivet_log_lost_total",
      ]),
    )
  })

  it("sets the level of the log for a time, and says so in it", async () => {
    const debugs = () => program.lines.filter((line) => line.includes("hello at debug")).length
    await call("/hello")
    expect(debugs()).toBe(0)
    expect((await ask(own, "POST", "/log-level?level=debug&seconds=1")).status).toBe(200)
    // A second change does not make the first one permanent.
    expect((await ask(own, "POST", "/log-level?level=trace&seconds=1")).status).toBe(200)
    await call("/hello")
    await expect.poll(debugs).toBe(1)
    await expect.poll(() => program.lines.join(), { timeout: 5_000 }).toContain("has the level info again")
    await call("/hello")
    expect(debugs()).toBe(1)
    expect((await ask(own, "POST", "/log-level?level=loud")).status).toBe(400)
    expect((await ask(own, "POST", "/log-level?level=debug&seconds=4000")).status).toBe(400)
  })

  it("shows calls that hang, and what they wait for with its place, without values and queries", async () => {
    const first = call("/wait/1?token=secret")
    const reported = get("/calls?seconds=2")
    await pause(500)
    const second = call("/wait/2")
    const { text } = await reported
    expect(text).not.toContain("secret")
    const { calls, waiting } = JSON.parse(text) as { calls: readonly object[]; waiting: readonly object[] }
    expect(calls).toEqual([
      { method: "GET", path: "/wait/1", seconds: anyNumber },
      { method: "GET", path: "/wait/2", seconds: anyNumber },
    ])
    expect(waiting).toContainEqual({
      kind: "sql",
      text: "select lock",
      milliseconds: anyNumber,
      stack: [expect.stringMatching(/managed\.ts:\d+:\d+/) as string],
    })
    await Promise.all([first, second])
  }, 20_000)

  it("takes one profile at a time, and writes it into the log", async () => {
    const first = ask(own, "POST", "/cpu-profile?seconds=1")
    await expect.poll(() => program.lines.join()).toContain("takes a profile of 1 s")
    expect((await ask(own, "POST", "/heap-snapshot")).status).toBe(409)
    const { status, headers, text } = await first
    expect([status, Object.keys(JSON.parse(text) as object)]).toEqual([
      200,
      expect.arrayContaining(["nodes", "samples"]),
    ])
    expect(headers["content-disposition"]).toMatch(/filename="[\w-]+\.cpuprofile"/)
  })

  it("prints the functions that take the most", async () => {
    const report = ask(own, "POST", "/cpu-profile?seconds=2&top=3")
    await expect.poll(() => program.lines.join()).toContain("takes a profile of 2 s")
    await call("/spin")
    const lines = (await report).text.trimEnd().split("\n")
    expect(lines).toHaveLength(3)
    expect(lines.join("\n")).toMatch(/^ *\d+\.\d %  spin .*managed\.ts:\d+$/m)
  }, 20_000)

  it("takes a snapshot of the heap", async () => {
    const { status, text } = await ask(own, "POST", "/heap-snapshot")
    expect([status, text.startsWith('{"snapshot":{"meta"')]).toEqual([200, true])
    expect(text.endsWith("]}\n") || text.endsWith("]}")).toBe(true)
    expect(program.lines.join()).toContain("takes a snapshot")
  }, 30_000)

  it("says where the application is while its thread does not answer", async () => {
    const spin = call("/spin")
    // The request must have arrived: until then the application answers.
    await pause(500)
    const { status, text } = await get("/health/live")
    const report = JSON.parse(text) as { readonly status: string; readonly stack: readonly string[] }
    expect([status, report.status]).toEqual([503, "not responding"])
    expect(report.stack).toContainEqual(expect.stringMatching(/^at spin \(.*managed\.ts:\d+:\d+\)$/))
    await spin
    expect((await get("/health/live")).status).toBe(200)
  }, 20_000)

  it("rejects what a browser sends, and foreign names of this machine", async () => {
    const foreign = [
      { host: `attacker.example:${own}` },
      { host: "127.0.0.1.attacker.example" },
      { origin: "http://attacker.example" },
      { origin: `http://127.0.0.1:${own}` },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "same-origin" },
    ]
    for (const headers of foreign)
      for (const [method, path] of [["GET", "/metrics"], ["GET", "/health/live"], ...privatePaths] as const)
        expect((await ask(own, method, path, headers)).status).toBe(403)
    for (const host of [`localhost:${own}`, "[::1]", "10.0.0.1"])
      expect((await ask(own, "GET", "/metrics", { host })).status).toBe(200)
  })

  it("survives malformed, slow and many clients", async () => {
    const open = (text: string) => {
      const socket = connect(own, "127.0.0.1")
      socket.on("error", () => undefined)
      socket.write(text)
      return socket
    }
    const sockets = [
      ...Array.from({ length: 100 }, () => open("GET /metr")),
      open("\0\0\0"),
      open(`GET /${"a".repeat(20_000)} HTTP/1.1\r\n\r\n`),
      open("POST /log-level HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n"),
      open("GET http://[ HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    ]
    // Neither the application nor, after the time for a head, the port is kept from answering.
    expect((await call("/hello")).status).toBe(200)
    await expect
      .poll(() => get("/health/live").then(({ status }) => status, String), {
        timeout: 15_000,
        interval: 500,
      })
      .toBe(200)
    for (const socket of sockets) socket.destroy()
  }, 20_000)

  // The last test: it ends the program.
  it("answers until the process ends, not ready from the first moment", async () => {
    await call("/sicken")
    await expect
      .poll(() => get("/health/ready").then(({ text }) => text), { timeout: 5_000 })
      .toContain('"status":"not ready"')
    program.signal("SIGTERM")
    await expect.poll(() => get("/health/ready").then(({ text }) => text)).toContain('"status":"stopping"')
    expect((await program.ended).code).toBe(0)
    await expect(get("/health/live")).rejects.toThrow("ECONNREFUSED")
  })
})

describe("who reaches the management port", () => {
  it("is nobody unless it is asked for", async () => {
    const program = await start({ OFF: "1" })
    expect(program.told["management"]).toBe(0)
    const before = await fetch(`http://127.0.0.1:${program.told.port}/metrics`)
    expect(before.status).toBe(404)
    program.signal("SIGKILL")
    await program.ended
  })

  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address

  it.skipIf(outside === undefined)(
    "is this machine, or with another host everybody for health and metrics",
    async () => {
      const inside = await start()
      await expect(ask(inside.told["management"]!, "GET", "/health/live", {}, outside)).rejects.toThrow(
        "ECONNREFUSED",
      )
      const program = await start({ HOST: "0.0.0.0" })
      const port = program.told["management"]!
      const from = (method: string, path: string) => ask(port, method, path, {}, outside)
      for (const path of ["/health/live", "/health/ready", "/metrics"])
        expect((await from("GET", path)).status).toBe(200)
      for (const [method, path] of privatePaths) expect((await from(method, path)).status).toBe(403)
      for (const { signal, ended } of [inside, program]) {
        signal("SIGKILL")
        await ended
      }
    },
  )

  it("is a fault if the port is in use, and leaves nothing running", async () => {
    const other = createServer().listen(0, "127.0.0.1")
    const { port } = await new Promise<{ port: number }>((tell) =>
      other.once("listening", () => tell(other.address() as { port: number })),
    )
    const app = await createApp(module({ name: "app" }), { platform: api() })
    await expect(serve(app, { port: 0, management: { port } })).rejects.toThrow(
      `Cannot listen on 127.0.0.1:${port}: it is already in use.`,
    )
    other.close()
  })

  it("is a fault if an option is misspelt", async () => {
    const app = await createApp(module({ name: "app" }), { platform: api() })
    await expect(
      // @ts-expect-error the option is `host`
      serve(app, { port: 0, management: { port: 0, hosts: "0.0.0.0" } }),
    ).rejects.toThrow("write `host`")
    await app.stop()
  })
})

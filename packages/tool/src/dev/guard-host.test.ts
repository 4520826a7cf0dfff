import { once } from "node:events"
import { createServer, get, type IncomingMessage, Server } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { text } from "node:stream/consumers"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { guardHosts, isAllowedHost } from "./guard-host.ts"

describe("isAllowedHost", () => {
  it.each([
    "localhost",
    "LOCALHOST:3000",
    "localhost.",
    "a.localhost:1",
    "127.0.0.1:3000",
    "[::1]",
    "[::1]:3000",
    "192.168.1.5",
    "ok.example",
    "OK.example:1",
  ])("answers to %s", (host) => {
    expect(isAllowedHost(host, ["ok.example"])).toBe(true)
  })

  it.each([
    "",
    "evil.example",
    "evil-localhost",
    "localhost.evil.example",
    "a.ok.example",
    "ok.example.evil",
    "127.0.0.1.evil.example",
    "[::1].evil.example",
    "[evil.example]",
    "localhost:80:evil",
    "1.2.3",
    "1.2.3.4.5",
  ])("does not answer to %j", (host) => {
    expect(isAllowedHost(host, ["ok.example"])).toBe(false)
  })
})

describe("guardHosts", () => {
  const { emit } = Server.prototype
  const hosts: (string | undefined)[] = []
  const server = createServer((request, response) => {
    hosts.push(request.headers.host)
    if (!response.writableEnded) response.end("answered")
  })
  beforeAll(async () => {
    guardHosts("ok.example")
    await once(server.listen(0, "127.0.0.1"), "listening")
  })
  afterAll(() => {
    Object.assign(Server.prototype, { emit })
    server.close()
  })

  async function statusFor(host: string): Promise<number | undefined> {
    const { port } = server.address() as AddressInfo
    const [response] = (await once(get({ port, host: "127.0.0.1", headers: { host } }), "response")) as [
      IncomingMessage,
    ]
    response.resume()
    return response.statusCode
  }

  /** What the server answers to a head, until it closes the connection. */
  async function replyTo(...lines: readonly string[]): Promise<string> {
    const { port } = server.address() as AddressInfo
    const socket = connect(port, "127.0.0.1")
    socket.write([...lines, "", ""].join("\r\n"))
    return text(socket)
  }

  it.each([
    ["opens a WebSocket", "GET / HTTP/1.1", "Connection: Upgrade", "Upgrade: websocket"],
    ["waits for leave to send its body", "POST / HTTP/1.1", "Content-Length: 1", "Expect: 100-continue"],
    ["expects something else", "GET / HTTP/1.1", "Expect: nothing"],
  ])("rejects another host also if the request %s", async (_, ...lines) => {
    const seen: string[] = []
    const events = ["upgrade", "checkContinue", "checkExpectation"]
    for (const name of events) server.on(name, () => void seen.push(name))
    expect(await replyTo(...lines, "Host: evil.example")).toMatch(/^HTTP\/1\.1 403 [^]*--allow-host/)
    for (const name of events) server.removeAllListeners(name)
    expect(seen).toEqual([])
  })

  it("rejects a request for another host, and the application never sees it", async () => {
    expect(await statusFor("evil.example")).toBe(403)
    expect(hosts).toEqual([])
    expect(await statusFor("ok.example")).toBe(200)
    expect(hosts).toEqual(["ok.example"])
  })
})

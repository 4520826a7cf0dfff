import type { ServerResponse } from "node:http"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import type { TestApp } from "trivet/testing"
import { LyingProvider } from "./lying-provider.ts"
import { startSite, Users, Visitor } from "./test-site.ts"

let provider: LyingProvider
let app: TestApp | undefined
beforeAll(async () => (provider = await LyingProvider.start()))
afterAll(() => provider.stop())
afterEach(async () => {
  provider.lies = {}
  provider.requests.length = 0
  await app?.stop()
})

/** Begins a reply, and ends the connection. */
function halfOf(reply: ServerResponse): boolean {
  reply.writeHead(200, { "content-type": "application/json" }).write('{"access_token":')
  setTimeout(() => reply.socket?.destroy(), 50)
  return true
}

const start = async () => (app = await startSite({ providers: { company: provider.issuer } }))

describe("a provider that is down", () => {
  it.each<readonly [string, (path: string, reply: ServerResponse) => boolean]>([
    ["500", (_, reply) => !!reply.writeHead(500).end()],
    ["a redirect", (_, reply) => !!reply.writeHead(302, { location: "/other" }).end()],
    ["no JSON", (_, reply) => !!reply.end("<html>")],
    [
      "megabytes",
      (_, reply) => !!reply.setHeader("content-type", "application/json").end("x".repeat(5_000_000)),
    ],
    ["nothing, without an end", () => true],
    ["an end of the connection", (_, reply) => !!reply.socket?.destroy()],
  ])("is answered with 503 and a plain page, and asked once: %s", async (_, instead) => {
    const site = await start()
    provider.lies = { instead }
    const visitor = new Visitor(site)
    const began = performance.now()
    for (let many = 0; many < 5; many++) {
      const reply = await visitor.get("/login/company")
      expect([reply.status, reply.headers.get("retry-after")]).toEqual([503, "10"])
      expect(reply.text()).toContain("Signing in with this provider is not possible at the moment.")
      expect(visitor.cookies.size).toBe(0)
    }
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(provider.requests).toEqual(["/.well-known/openid-configuration"])
    expect(site.logs.filter(({ level }) => level >= 50)[0]!["msg"]).toContain("OpenID sign-in unavailable")
  })

  it("is another issuer than it says, and nobody is sent there", async () => {
    provider.lies = { metadata: { issuer: "https://evil.example" } }
    expect((await new Visitor(await start()).get("/login/company")).status).toBe(503)
  })

  it("is used again when it is back, without a restart", async () => {
    const site = await start()
    provider.lies = { instead: (_, reply) => !!reply.writeHead(500).end() }
    const visitor = new Visitor(site)
    expect((await visitor.get("/login/company")).status).toBe(503)
    provider.lies = {}
    site.clock.advance({ seconds: 11 })
    expect((await visitor.get(provider.signIn(await visitor.begin("/login/company")))).status).toBe(303)
    expect(site.get(Users).all.size).toBe(1)
  })

  it("stays known for those who come meanwhile, and is asked for itself once an hour", async () => {
    const site = await start()
    const visitor = new Visitor(site)
    await Promise.all(Array.from({ length: 20 }, () => new Visitor(site).begin("/login/company")))
    expect(provider.requests).toHaveLength(1)
    provider.lies = { instead: (_, reply) => !!reply.writeHead(500).end() }
    site.clock.advance({ hours: 2 })
    await visitor.begin("/login/company")
    await expect.poll(() => provider.requests.length).toBe(2)
    await visitor.begin("/login/company")
    expect(provider.requests).toHaveLength(2)
  })

  it.each<readonly [string, (path: string, reply: ServerResponse) => boolean]>([
    ["500", (path, reply) => path === "/token" && !!reply.writeHead(500).end()],
    ["an end of the connection", (path, reply) => path === "/token" && !!reply.socket?.destroy()],
    ["nothing, without an end", (path) => path === "/token"],
    ["half of a reply", (path, reply) => path === "/token" && halfOf(reply)],
    ["no keys", (path, reply) => path === "/keys" && !!reply.writeHead(503).end()],
    ["keys without an end", (path) => path === "/keys"],
    ["no user info", (path, reply) => path === "/me" && !!reply.socket?.destroy()],
  ])("is answered with 503 at the callback too, within seconds: %s", async (_, instead) => {
    const site = await start()
    const visitor = new Visitor(site)
    const lies = { claims: { email: undefined }, userInfo: { sub: "s1" } }
    provider.lies = lies
    const address = await visitor.begin("/login/company")
    provider.lies = { ...lies, instead }
    const began = performance.now()
    const reply = await visitor.get(provider.signIn(address))
    expect(performance.now() - began).toBeLessThan(10_000)
    expect([reply.status, reply.headers.get("retry-after")]).toEqual([503, "10"])
    expect(reply.text()).toContain("Signing in with this provider is not possible at the moment.")
    expect([site.get(Users).all.size, await visitor.who()]).toEqual([0, undefined])
    const logged = site.logs.filter(({ level }) => level >= 40)
    expect(logged).toMatchObject([{ level: 50, msg: expect.stringContaining(provider.issuer) as string }])
    // Back again, the next try needs nothing but a new beginning.
    provider.lies = lies
    expect((await visitor.get(provider.signIn(await visitor.begin("/login/company")))).status).toBe(303)
  })
})

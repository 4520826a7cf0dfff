import { createHmac, generateKeyPairSync } from "node:crypto"
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { exportJWK, SignJWT } from "jose"
import { anyone, type Context, get, module, type Route } from "trivet"
import { createTestApp, type TestApp } from "trivet/testing"
import { afterEach, describe, expect, it } from "vitest"
import { bearer } from "../../tests/testing/test-auth.ts"
import { issuerAuth } from "../index.ts"

const [mine, others] = [generateKeyPairSync("rsa", { modulusLength: 2_048 }), generateKeyPairSync("ed25519")]
const issuer = "https://id.example.com/"
const audience = "https://api.example.com"
const noon = Date.parse("2026-01-01T00:00:00Z") / 1000

let server: Server | undefined
let asked = 0
afterEach(async () => {
  const open = server
  server = undefined
  open?.closeAllConnections()
  await new Promise((done) => (open === undefined ? done(undefined) : open.close(done)))
})

/** Starts an issuer, and an application that takes its tokens. */
async function start(answer: RequestListener, type?: string): Promise<TestApp> {
  asked = 0
  server = createServer((request, reply) => {
    asked++
    answer(request, reply)
  })
  await new Promise<void>((ready) => server!.listen(0, "127.0.0.1", ready))
  const { port } = server.address() as AddressInfo
  const keys = `http://127.0.0.1:${port}/keys`
  const Guard = issuerAuth({ issuer, audience, keys, ...(type !== undefined && { type }) })
  class Me {
    routes(): readonly Route[] {
      return [get("/me", this.show, { middlewares: [Guard] }), get("/", () => 1, { middlewares: [anyone] })]
    }
    show(ctx: Context<"/me", "user_id" | "token_claims">) {
      return { id: ctx.get("user_id"), team: ctx.get("token_claims")["team"] }
    }
  }
  return createTestApp(module({ name: "me", declarations: [Me] }), { guards: "required" })
}

async function keysOf(...pairs: readonly (readonly [string, typeof mine.publicKey])[]): Promise<string> {
  const keys = pairs.map(async ([kid, key]) => ({ ...(await exportJWK(key)), kid, use: "sig" }))
  return JSON.stringify({ keys: await Promise.all(keys) })
}

const own = await keysOf(["k1", mine.publicKey])
const json: (text: string) => RequestListener = (text) => (_, reply) => reply.end(text)

function tokenOf(claims: object = {}, header: object = {}, key = mine.privateKey, alg = "RS256") {
  const usual = { sub: "u7", team: "blue", iss: issuer, aud: audience, exp: noon + 60 }
  return new SignJWT({ ...usual, ...claims }).setProtectedHeader({ alg, kid: "k1", ...header }).sign(key)
}

async function statusOf(app: TestApp, token: string): Promise<number> {
  return (await app.request("GET", "/me", { headers: bearer(token) })).status
}

describe("issuerAuth", () => {
  it("takes tokens that the issuer has signed for this audience, and asks for its keys once", async () => {
    const app = await start(json(own))
    const replies = await Promise.all(
      Array.from({ length: 20 }, async () =>
        app.request("GET", "/me", { headers: bearer(await tokenOf({ aud: ["other", audience] })) }),
      ),
    )
    for (const reply of replies) expect(reply.json()).toEqual({ id: "u7", team: "blue" })
    expect(asked).toBe(1)
    expect((await app.request("GET", "/me")).json()).toEqual({ error: "Missing authorization header" })
  })

  it("rejects what is expired, not yet valid, for others, by others, or without a subject", async () => {
    const app = await start(json(own))
    const { header, payload } = {
      header: { alg: "HS256", kid: "k1" },
      payload: { iss: issuer, aud: audience },
    }
    const text = [header, { ...payload, sub: "u7", exp: noon + 60 }]
      .map((one) => Buffer.from(JSON.stringify(one)).toString("base64url"))
      .join(".")
    const pem = mine.publicKey.export({ type: "spki", format: "pem" })
    for (const token of [
      await tokenOf({ exp: noon - 1 }),
      await tokenOf({ exp: undefined }),
      await tokenOf({ nbf: noon + 60 }),
      await tokenOf({ iss: "https://id.example.com" }),
      await tokenOf({ iss: undefined }),
      await tokenOf({ aud: "https://other.example.com" }),
      await tokenOf({ aud: undefined }),
      await tokenOf({ sub: undefined }),
      await tokenOf({ sub: "" }),
      await tokenOf({ sub: 7 }),
      await tokenOf({}, { kid: "k2" }),
      await tokenOf({}, {}, others.privateKey, "EdDSA"),
      await tokenOf({}, { alg: "PS256" }),
      await tokenOf({}, { crit: ["x"], x: 1 }).catch(() => "x.y.z"),
      `${text}.${createHmac("sha256", pem).update(text).digest("base64url")}`,
      `${text}.`,
      "x",
    ])
      expect([token, await statusOf(app, token)]).toEqual([token, 401])
    expect(await statusOf(app, await tokenOf())).toBe(200)
  })

  it.each<[string, RequestListener]>([
    ["500", (_, reply) => reply.writeHead(500).end()],
    ["a redirect", (_, reply) => reply.writeHead(302, { location: "/other" }).end(own)],
    ["no JSON", json("<html>")],
    ["JSON that is no set of keys", json('{"keys":1}')],
    ["more than 64 KiB", json(JSON.stringify({ keys: [], filler: "x".repeat(70_000) }))],
    ["nothing, without an end", () => undefined],
    ["an end of the connection", (request) => request.socket.destroy()],
  ])("answers 503 while the issuer answers with %s, and asks it once", async (_, answer) => {
    const app = await start(answer)
    const token = await tokenOf()
    for (let many = 0; many < 5; many++) {
      const reply = await app.request("GET", "/me", { headers: bearer(token) })
      expect([reply.status, reply.headers.get("retry-after")]).toEqual([503, "30"])
    }
    expect(asked).toBe(1)
    expect((await app.request("GET", "/")).status).toBe(200)
  })

  it("takes only tokens of the type that was asked for, and no ID token for the same audience", async () => {
    const app = await start(json(own), "at+jwt")
    const statuses: Record<string, number> = {}
    for (const typ of ["at+jwt", "application/at+jwt", "AT+JWT", "JWT", "id+jwt", "", undefined])
      statuses[String(typ)] = await statusOf(app, await tokenOf({}, typ === undefined ? {} : { typ }))
    expect(statuses).toEqual({
      "at+jwt": 200,
      "application/at+jwt": 200,
      "AT+JWT": 200,
      JWT: 401,
      "id+jwt": 401,
      "": 401,
      undefined: 401,
    })
  })

  it("does not take a shared secret that the set offers as key", async () => {
    const secret = { kty: "oct", kid: "k1", k: Buffer.from("guessed").toString("base64url") }
    const app = await start(json(JSON.stringify({ keys: [secret] })))
    const claims = { sub: "u7", iss: issuer, aud: audience, exp: noon + 60 }
    const signed = new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid: "k1" })
    expect(await statusOf(app, await signed.sign(Buffer.from("guessed")))).toBe(401)
  })

  it("keeps the known keys for a day while the issuer is down, and no longer", async () => {
    let isDown = false
    const app = await start((_, reply) => (isDown ? reply.socket?.destroy() : reply.end(own)))
    expect(await statusOf(app, await tokenOf())).toBe(200)
    isDown = true
    const lasting = { exp: noon + 3 * 86_400 }
    app.clock.advance({ hours: 23 })
    expect(await statusOf(app, await tokenOf(lasting))).toBe(200)
    app.clock.advance({ hours: 2 })
    expect(await statusOf(app, await tokenOf(lasting))).toBe(503)
    isDown = false
    app.clock.advance({ seconds: 31 })
    expect(await statusOf(app, await tokenOf(lasting))).toBe(200)
  })

  it("finds a new key when its first token comes, and is not made to ask by unknown ones", async () => {
    let published = own
    const next = generateKeyPairSync("rsa", { modulusLength: 2_048 })
    const app = await start((_, reply) => reply.end(published))
    expect(await statusOf(app, await tokenOf())).toBe(200)
    published = await keysOf(["k1", mine.publicKey], ["k2", next.publicKey])
    const rotated = await tokenOf({ exp: noon + 600 }, { kid: "k2" }, next.privateKey)
    expect(await statusOf(app, rotated)).toBe(401)
    app.clock.advance({ seconds: 31 })
    expect(await statusOf(app, rotated)).toBe(200)
    for (let many = 0; many < 200; many++) await statusOf(app, await tokenOf({}, { kid: `forged-${many}` }))
    expect(asked).toBe(2)
  })

  it("does not start with a part missing, or with keys that travel unprotected", () => {
    const keys = "https://id.example.com/keys"
    expect(() => issuerAuth({ issuer, audience: "", keys })).toThrow("`audience` of `issuerAuth()`")
    expect(() => issuerAuth({ issuer: "", audience, keys })).toThrow("`issuer` of `issuerAuth()`")
    expect(() => issuerAuth({ issuer, audience, keys: "http://id.example.com/keys" })).toThrow("`keys`")
    expect(() => issuerAuth({ issuer, audience, keys: "keys.json" })).toThrow("`keys`")
    expect(() => issuerAuth({ issuer, audience, keys, type: "" })).toThrow("`type` of `issuerAuth()`")
  })
})

import { createHmac } from "node:crypto"
import { decodeJwt, decodeProtectedHeader, SignJWT } from "jose"
import { describe, expect, it } from "vitest"
import { type Context, group, get, KeyValue, MemoryKeyValue, module, provide } from "trivet"
import { createTestApp } from "trivet/testing"
import { ada, ask, bearer, createTestAuth, issueToken, secret } from "../../tests/testing/test-auth.ts"
import { auth, BearerAuth, Revocations, ShortBearerAuth } from "../index.ts"

const key = new TextEncoder().encode(secret)
const noon = Date.parse("2026-01-01T00:00:00Z") / 1000
const claims = {
  user_id: "u1",
  email: "ada@example.com",
  role: "user",
  iat: noon,
  exp: noon + 86_400,
  iss: "tests",
}
const invalid = [401, { error: "Invalid token" }]

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url")
}

/** A token made by hand, with any header and any payload. */
function forge(header: unknown, payload: unknown, withKey: string = secret, hash = "sha256"): string {
  const signed = `${part(header)}.${part(payload)}`
  return `${signed}.${createHmac(hash, withKey).update(signed).digest("base64url")}`
}

describe("BearerAuth", () => {
  it("asks for the header, then its form, then a good token", async () => {
    const { app } = await createTestAuth()
    expect(await ask(app, "/bearer")).toEqual([401, { error: "Missing authorization header" }])
    expect(await ask(app, "/bearer", { authorization: "" })).toEqual([
      401,
      { error: "Missing authorization header" },
    ])
    for (const authorization of [
      "Basic YTpi",
      "Token x",
      "bearer x",
      "BEARER x",
      "Bearer",
      "Bearer ",
      "Bearerx",
      "x",
    ])
      expect(await ask(app, "/bearer", { authorization })).toEqual([
        401,
        { error: "Invalid authorization format" },
      ])
    expect(await ask(app, "/bearer", bearer("x"))).toEqual(invalid)
  })

  it("gives the user's id, e-mail and role to the handler", async () => {
    const { app } = await createTestAuth()
    const token = await issueToken(app, { ...ada, role: "admin" })
    const user = { id: "u1", email: "ada@example.com", role: "admin" }
    expect(await ask(app, "/bearer", bearer(token))).toEqual([200, user])
    expect(await ask(app, "/bearer", bearer(token))).toEqual([200, user])
    expect(forge({ alg: "HS256" }, claims)).not.toBe(token)
    expect(await ask(app, "/bearer", bearer(forge({ alg: "HS256" }, claims)))).toMatchObject([
      200,
      { role: "user" },
    ])
  })

  it("rejects tokens with any other algorithm", async () => {
    const { app } = await createTestAuth()
    for (const alg of ["none", "None", "NONE", "", undefined, "HS384", "HS512", "RS256", "ES256", "EdDSA"]) {
      for (const hash of ["sha256", "sha384", "sha512"])
        expect(await ask(app, "/bearer", bearer(forge({ alg }, claims, secret, hash)))).toEqual(invalid)
      expect(await ask(app, "/bearer", bearer(`${part({ alg })}.${part(claims)}.`))).toEqual(invalid)
    }
  })

  it("rejects tokens with another key, an empty key or an altered signature", async () => {
    const { app } = await createTestAuth()
    const token = await issueToken(app)
    const [header, payload, signature] = token.split(".") as [string, string, string]
    const bent = [
      forge({ alg: "HS256" }, claims, "another secret of more than thirty-two bytes"),
      forge({ alg: "HS256" }, claims, ""),
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${header}.${payload}.${signature.slice(0, -1)}`,
      `${token}=`,
      `${token}\n`,
      `${token} `,
      `${token}.${signature}`,
      `${token}.${signature}.${signature}`,
      `${header}.${part({ ...claims, role: "admin" })}.${signature}`,
    ]
    for (const one of bent) expect(await ask(app, "/bearer", bearer(one))).toEqual(invalid)
    expect((await ask(app, "/bearer", bearer(token)))[0]).toBe(200)
  })

  it("knows one spelling of a signature: another would not be found among the revoked", async () => {
    const { app } = await createTestAuth()
    const token = await issueToken(app)
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    const last = alphabet.indexOf(token.at(-1)!)
    for (const bits of [1, 2, 3])
      expect(await ask(app, "/bearer", bearer(token.slice(0, -1) + alphabet[last + bits]!))).toEqual(invalid)
  })

  it("ignores every key in a token, and rejects unknown critical headers", async () => {
    const { app } = await createTestAuth()
    const mine = "mine"
    const jwk = { kty: "oct", k: Buffer.from(mine).toString("base64url") }
    for (const extra of [
      { jwk },
      { jku: "http://127.0.0.1:1/" },
      { x5u: "http://127.0.0.1:1/" },
      { kid: "../../x" },
    ])
      expect(await ask(app, "/bearer", bearer(forge({ alg: "HS256", ...extra }, claims, mine)))).toEqual(
        invalid,
      )
    expect(await ask(app, "/bearer", bearer(forge({ alg: "HS256", crit: ["x"], x: 1 }, claims)))).toEqual(
      invalid,
    )
  })

  it("rejects invalid times and claims", async () => {
    const { app } = await createTestAuth()
    const wrong: readonly object[] = [
      { exp: undefined },
      { exp: String(noon + 60) },
      { exp: noon },
      { exp: noon - 1 },
      { exp: (noon + 60) * 1000 },
      { iat: noon + 3600 },
      { iat: undefined },
      { iat: "now" },
      { iss: "others" },
      { iss: undefined },
      { user_id: undefined },
      { user_id: "" },
      { user_id: 7 },
      { user_id: "__proto__" },
      { user_id: "constructor" },
      { email: undefined },
      { email: {} },
      { role: undefined },
      { role: 1 },
      { nbf: noon + 3600 },
    ]
    for (const change of wrong)
      expect(await ask(app, "/bearer", bearer(forge({ alg: "HS256" }, { ...claims, ...change })))).toEqual(
        invalid,
      )
    for (const payload of [[], "text", 1, null])
      expect(await ask(app, "/bearer", bearer(forge({ alg: "HS256" }, payload)))).toEqual(invalid)
    // Another machine's clock may be a minute ahead.
    const issued = async (iat: number) =>
      (await ask(app, "/bearer", bearer(forge({ alg: "HS256" }, { ...claims, iat }))))[0]
    expect([await issued(noon + 60), await issued(noon + 61)]).toEqual([200, 401])
  })

  it("rejects a token of 8 KB, and two joined headers", async () => {
    const { app } = await createTestAuth()
    const token = await issueToken(app)
    const large = await new SignJWT({ ...claims, more: "x".repeat(8_000) })
      .setProtectedHeader({ alg: "HS256" })
      .sign(key)
    expect(await ask(app, "/bearer", bearer(large))).toEqual(invalid)
    expect(await ask(app, "/bearer", bearer(`${token}, Bearer ${token}`))).toEqual(invalid)
  })

  it("holds off a role that is not enough", async () => {
    const { app } = await createTestAuth()
    const [user, admin] = [await issueToken(app), await issueToken(app, { ...ada, role: "admin" })]
    expect(await ask(app, "/bearer/admin", bearer(user))).toEqual([403, { error: "Forbidden" }])
    expect((await ask(app, "/bearer/admin", bearer(admin)))[0]).toBe(200)
    expect(await ask(app, "/bearer/admin")).toEqual([401, { error: "Missing authorization header" }])
  })

  it("lets nobody in while it cannot be known what was revoked", async () => {
    const { app, store, clock } = await createTestAuth()
    const token = await issueToken(app)
    expect((await ask(app, "/bearer", bearer(token)))[0]).toBe(200)
    store.broken = true
    clock.advance({ seconds: 1 })
    expect((await ask(app, "/bearer", bearer(token)))[0]).toBe(500)
  })
})

describe("ShortBearerAuth", () => {
  class Short {
    routes() {
      return [group("/me", [ShortBearerAuth], [get("", this.me)])]
    }
    me(ctx: Context<string, "user_id" | "user_email">) {
      return { id: ctx.get("user_id"), email: ctx.get("user_email"), role: ctx.get("user_role") }
    }
  }
  const store = module({
    name: "store",
    exports: [KeyValue],
    declarations: [provide(KeyValue, () => new MemoryKeyValue())],
  })
  const short = auth({
    settings: { secret, claims: "short", cost: 4, missing: "Missing authorization" },
    imports: [store],
  })

  it("checks tokens of three claims and provides no role", async () => {
    const app = await createTestApp(module({ name: "root", imports: [short], declarations: [Short] }))
    const token = await issueToken(app)
    expect(decodeJwt(token)).toEqual({ user_id: "u1", email: "ada@example.com", exp: noon + 86_400 })
    expect(await ask(app, "/me", bearer(token))).toEqual([200, { id: "u1", email: "ada@example.com" }])
    expect(await ask(app, "/me")).toEqual([401, { error: "Missing authorization" }])
  })

  it("knows tokens that ended with all of their user's, whose claims stay three", async () => {
    const app = await createTestApp(module({ name: "root", imports: [short], declarations: [Short] }))
    const before = await issueToken(app)
    expect(decodeProtectedHeader(before)).toEqual({ alg: "HS256", typ: "JWT" })
    await app.get(Revocations).revokeUser("u1")
    const after = await issueToken(app)
    expect(Object.keys(decodeJwt(after))).toEqual(["user_id", "email", "exp"])
    expect((await ask(app, "/me", bearer(before)))[0]).toBe(401)
    expect((await ask(app, "/me", bearer(after)))[0]).toBe(200)
    await app.get(Revocations).revokeUser("u1")
    expect((await ask(app, "/me", bearer(after)))[0]).toBe(401)
  })

  it("rejects a token that lives longer than tokens do now", async () => {
    const app = await createTestApp(module({ name: "root", imports: [short], declarations: [Short] }))
    const { user_id, email } = ada
    const ends = (exp: number) => forge({ alg: "HS256" }, { user_id, email, exp })
    expect((await ask(app, "/me", bearer(ends(noon + 86_460))))[0]).toBe(200)
    expect((await ask(app, "/me", bearer(ends(noon + 86_461))))[0]).toBe(401)
  })

  it("is asked for where BearerAuth stands before tokens of short claims", async () => {
    class Full {
      routes() {
        return [group("/me", [BearerAuth], [get("", () => ({}))])]
      }
    }
    const root = module({ name: "root", imports: [short], declarations: [Full] })
    await expect(createTestApp(root)).rejects.toThrow(/Replace `BearerAuth` with `ShortBearerAuth`/)
  })
})

import { createHmac, generateKeyPairSync, sign } from "node:crypto"
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from "jose"
import { serve } from "trivet/node"
import { createApp, KeyValue, MemoryKeyValue, module, provide } from "trivet"
import { api } from "trivet/api"
import { describe, expect, it } from "vitest"
import { ask, bearer, createTestAuth, issueToken } from "../../tests/testing/test-auth.ts"
import { AccessTokens, auth, authSettings, PublicKeys, type TokenKey } from "../index.ts"
import { tokenKeysOf } from "./token-keys.ts"

const pem = { privateKeyEncoding: { type: "pkcs8", format: "pem" } } as const
const spki = { publicKeyEncoding: { type: "spki", format: "pem" } } as const
const pair = () => generateKeyPairSync("ed25519", { ...pem, ...spki })
const rsa = (modulusLength = 2_048) => generateKeyPairSync("rsa", { modulusLength, ...pem, ...spki })
const [first, second, third] = [pair(), pair(), rsa()]
const ed = (key: string): TokenKey => ({ algorithm: "EdDSA", key })
const rs = (key: string): TokenKey => ({ algorithm: "RS256", key })
const invalid = [401, { error: "Invalid token" }]

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url")
}

async function authOf(...keys: readonly TokenKey[]) {
  const made = await createTestAuth({ secret: "", keys })
  return { ...made, tokens: made.app.get(AccessTokens) }
}

describe("access tokens with key pairs", () => {
  it.each([
    ["EdDSA", ed(first.privateKey)],
    ["RS256", rs(third.privateKey)],
  ])("are signed with %s, name their key, and are accepted", async (alg, key) => {
    const { app, tokens } = await authOf(key)
    const token = await issueToken(app)
    const { keys } = tokens.publicKeys()
    expect(decodeProtectedHeader(token)).toEqual({ alg, typ: "JWT", kid: keys[0]!.kid })
    expect((await ask(app, "/bearer", bearer(token)))[0]).toBe(200)
  })

  it("survive a rotation: the new key signs, the old one verifies, as public key too", async () => {
    const before = await authOf(ed(first.privateKey))
    const old = await issueToken(before.app)
    for (const keys of [
      [rs(third.privateKey), ed(first.privateKey)],
      [ed(second.privateKey), ed(first.publicKey)],
    ]) {
      const { app, tokens } = await authOf(...keys)
      expect((await ask(app, "/bearer", bearer(old)))[0]).toBe(200)
      expect((await ask(app, "/bearer", bearer(await issueToken(app))))[0]).toBe(200)
      expect(tokens.publicKeys().keys).toHaveLength(2)
    }
    const after = await authOf(ed(second.privateKey))
    expect(await ask(after.app, "/bearer", bearer(old))).toEqual(invalid)
  })

  it("are rejected if another key, another algorithm or a public key as secret has signed them", async () => {
    const { app, tokens } = await authOf(ed(first.privateKey), rs(third.privateKey))
    const [, payload] = (await issueToken(app)).split(".") as [string, string]
    const [edId, rsaId] = tokens.publicKeys().keys.map(({ kid }) => kid)
    const forge = (header: object, signature: (text: string) => Buffer) => {
      const text = `${part(header)}.${payload}`
      return `${text}.${signature(text).toString("base64url")}`
    }
    const hmac = (key: string) => (text: string) => createHmac("sha256", key).update(text).digest()
    const bySecond = (text: string) => sign(null, Buffer.from(text), second.privateKey)
    const byThird = (text: string) => sign("sha256", Buffer.from(text), third.privateKey)
    const good = forge({ alg: "EdDSA", kid: edId }, (text) => sign(null, Buffer.from(text), first.privateKey))
    expect((await ask(app, "/bearer", bearer(good)))[0]).toBe(200)
    for (const token of [
      forge({ alg: "EdDSA", kid: edId }, bySecond),
      forge({ alg: "RS256", kid: edId }, byThird),
      forge({ alg: "EdDSA", kid: rsaId }, byThird),
      forge({ alg: "PS256", kid: rsaId }, byThird),
      forge({ alg: "RS256" }, byThird),
      forge({ alg: "RS256", kid: "unknown" }, byThird),
      forge({ alg: "HS256", kid: rsaId }, hmac(third.publicKey)),
      forge({ alg: "HS256", kid: edId }, hmac(first.publicKey)),
      forge({ alg: "HS256" }, hmac("")),
      forge({ alg: "none", kid: edId }, () => Buffer.alloc(0)),
      `${part({ alg: "none", kid: edId })}.${payload}.AAAA`,
      forge({ alg: "EdDSA", kid: "__proto__" }, bySecond),
      forge({ alg: "EdDSA", kid: edId, jwk: tokens.publicKeys().keys[0] }, bySecond),
    ])
      expect(await ask(app, "/bearer", bearer(token))).toEqual(invalid)
  })

  it("have one spelling: another would not be found among the revoked", async () => {
    const { app, tokens } = await authOf(ed(first.privateKey))
    const token = await issueToken(app)
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    const last = alphabet.indexOf(token.at(-1)!)
    for (let bits = 1; bits < 16; bits++)
      expect(await ask(app, "/bearer", bearer(token.slice(0, -1) + alphabet[last ^ bits]!))).toEqual(invalid)
    await tokens.revoke(token)
    expect(await ask(app, "/bearer", bearer(token))).toEqual(invalid)
  })
})

describe("PublicKeys", () => {
  it("publishes what another service verifies tokens with, and no private part", async () => {
    const stores = module({
      name: "stores",
      exports: [KeyValue],
      declarations: [provide(KeyValue, () => new MemoryKeyValue())],
    })
    const settings = { issuer: "us", keys: [ed(first.privateKey), rs(third.privateKey)] }
    const pieces = auth({ settings, imports: [stores] })
    const root = module({ name: "root", imports: [pieces], declarations: [PublicKeys] })
    const app = await createApp(root, { platform: api(), guards: "required" })
    const server = await serve(app, { port: 0, host: "127.0.0.1", signals: false, drainDelay: 0 })
    const url = new URL(`http://127.0.0.1:${server.port}/.well-known/jwks.json`)
    const text = await (await fetch(url)).text()
    expect(Object.keys((JSON.parse(text) as { keys: object[] }).keys[0]!)).toEqual([
      "crv",
      "kty",
      "x",
      "kid",
      "alg",
      "use",
    ])
    for (const name of ['"d"', '"p"', '"q"', '"dp"', '"dq"', '"qi"']) expect(text).not.toContain(name)
    const token = await issueToken(app)
    const { payload } = await jwtVerify(token, createRemoteJWKSet(url), { issuer: "us" })
    expect(payload["user_id"]).toBe("u1")
    await server.stop()
  })
})

describe("several secrets", () => {
  const [old, new_] = ["o".repeat(32), "n".repeat(32)]

  it("sign with the first and verify with all", async () => {
    const before = await createTestAuth({ secret: old })
    const during = await createTestAuth({ secret: [new_, old] })
    const after = await createTestAuth({ secret: [new_] })
    const token = await issueToken(before.app)
    const newer = await issueToken(during.app)
    expect(decodeProtectedHeader(newer)).toEqual({ alg: "HS256", typ: "JWT" })
    const statuses = async (sent: string) =>
      Promise.all(
        [before, during, after].map(async ({ app }) => (await ask(app, "/bearer", bearer(sent)))[0]),
      )
    expect(await statuses(token)).toEqual([200, 200, 401])
    expect(await statuses(newer)).toEqual([401, 200, 200])
  })

  it("are a fault if one is empty or, in production, short", () => {
    expect(() => tokenKeysOf(authSettings({ secret: [new_, ""] }))).toThrow("is empty")
    const short = { secret: [new_, "short"], production: true }
    expect(() => tokenKeysOf(authSettings(short))).toThrow("has 5 bytes, and production needs at least 32")
  })
})

describe("a key that cannot be used", () => {
  it.each([
    ["is no key", [ed("nonsense")], /Key 1 .* no PEM text/],
    ["is for another algorithm", [rs(first.privateKey)], /of the type ed25519, and not for RS256/],
    ["is too short", [rs(rsa(1_024).privateKey)], /1024 bits/],
    ["is public and would sign", [ed(first.publicKey), ed(second.privateKey)], /the first key signs/],
    ["is broken", [ed(first.privateKey.replace(/\n.{20}/, "\nAAAA"))], /no PEM text/],
  ])("%s: a fault of boot that does not quote it", (_, keys, message) => {
    const make = () => tokenKeysOf(authSettings({ keys }))
    expect(make).toThrow(message)
    try {
      make()
    } catch (error) {
      expect(String((error as Error).stack)).not.toContain(keys[0]!.key.slice(-60, -30) || "nonsense")
    }
  })

  it("stands beside a secret: a fault", () => {
    const both = authSettings({ keys: [ed(first.privateKey)], secret: "x".repeat(32) })
    expect(() => tokenKeysOf(both)).toThrow("both `keys` and `secret`")
  })
})

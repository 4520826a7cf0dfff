import { createHmac } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Api, bearer } from "../api.ts"
import { startTwo, type TwoServers } from "./two-servers.ts"

let two: TwoServers
beforeAll(async () => {
  two = await startTwo()
})
afterAll(() => two.stop())

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

/** A token made by hand, with the service's own key unless another is given. */
function forge(header: unknown, payload: unknown, key: string = two.secret, hash = "sha256"): string {
  const signed = `${part(header)}.${part(payload)}`
  return `${signed}.${createHmac(hash, key).update(signed).digest("base64url")}`
}

async function claimsOf(api: Api): Promise<Record<string, unknown>> {
  const { token } = await api.register()
  return JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()) as Record<string, unknown>
}

/** Asks until it is refused, and gives when the last request that was not had been sent, in milliseconds from now. */
async function untilRefused(ask: () => Promise<{ readonly status: number }>): Promise<number> {
  const began = performance.now()
  for (let last = 0; ;) {
    const sent = performance.now() - began
    if ((await ask()).status === 401) return last
    if (sent > 5_000) throw new Error("still accepted after 5 s")
    last = sent
    await sleep(20)
  }
}

describe("a forged bearer token", () => {
  it("is refused whatever its algorithm, key, header and claims are", async () => {
    const [api] = two.apis
    const claims = await claimsOf(api)
    const now = Math.floor(Date.now() / 1000)
    const good = forge({ alg: "HS256" }, claims)
    expect((await api.get("/auth/me", bearer(good))).status).toBe(200)
    const forged = [
      ...["none", "None", undefined, "HS384", "HS512", "RS256", "ES256"].map((alg) => forge({ alg }, claims)),
      forge({ alg: "HS384" }, claims, two.secret, "sha384"),
      forge({ alg: "HS512" }, claims, two.secret, "sha512"),
      forge({ alg: "HS256" }, claims, ""),
      forge({ alg: "HS256" }, claims, "another key of at least thirty-two bytes"),
      forge({ alg: "HS256", jwk: { kty: "oct", k: "AAAA" } }, claims, "\0\0\0"),
      forge({ alg: "HS256", jku: "http://127.0.0.1:9/" }, claims, "x"),
      forge({ alg: "HS256", crit: ["x"], x: 1 }, claims),
      ...[
        { exp: undefined },
        { exp: String(now + 60) },
        { exp: now - 1 },
        { exp: Date.now() + 60_000 },
        { iat: now + 3_600 },
        { user_id: undefined },
        { user_id: 7 },
        { user_id: "__proto__" },
        { iss: "elsewhere" },
      ].map((change) => forge({ alg: "HS256" }, { ...claims, ...change })),
    ]
    for (const token of forged) {
      const reply = await api.get("/auth/me", bearer(token))
      expect([reply.status, reply.json]).toEqual([401, { error: "Invalid token" }])
    }
    await two.expectWell()
  })

  it("of a user who does not exist opens nothing", async () => {
    const [api] = two.apis
    const claims = await claimsOf(api)
    for (const user_id of [crypto.randomUUID(), "1' or '1'='1", "x"]) {
      const token = forge({ alg: "HS256" }, { ...claims, user_id })
      expect((await api.get("/auth/me", bearer(token))).status).toBe(401)
      expect((await api.post("/auth/api-keys", { name: "x" }, bearer(token))).status).toBe(401)
    }
    await two.expectWell()
  })
})

describe("what is ended on one process", () => {
  it("is refused there at once and on the other within a second: an access token", async () => {
    const [one, other] = two.apis
    const { token } = await one.register()
    for (const api of two.apis) expect((await api.get("/auth/me", bearer(token))).status).toBe(200)
    await one.post("/auth/logout", undefined, bearer(token))
    expect((await one.get("/auth/me", bearer(token))).status).toBe(401)
    expect(await untilRefused(() => other.get("/auth/me", bearer(token)))).toBeLessThan(1_100)
  })

  it("is refused there at once and on the other within a second: an API key", async () => {
    const [one, other] = two.apis
    const { token } = await one.register()
    const { id, key } = (await one.post("/auth/api-keys", { name: "x" }, bearer(token))).json as {
      id: string
      key: string
    }
    const headers = { "x-api-key": key }
    for (const api of two.apis) expect((await api.get("/auth/key", headers)).status).toBe(200)
    await one.call("DELETE", `/auth/api-keys/${id}`, { headers: bearer(token) })
    expect((await one.get("/auth/key", headers)).status).toBe(401)
    expect(await untilRefused(() => other.get("/auth/key", headers))).toBeLessThan(1_100)
  })

  it("is refused on both at once: a session", async () => {
    const [one, other] = two.apis
    const { email, password } = await one.register()
    const reply = await one.post("/auth/session", { email, password })
    const headers = { cookie: String(reply.headers["set-cookie"]).split(";", 1)[0]! }
    expect((await other.get("/auth/session", headers)).status).toBe(200)
    await other.call("POST", "/auth/logout", { headers })
    expect((await one.get("/auth/session", headers)).status).toBe(401)
  })
})

describe("replies with tokens, keys and users", () => {
  it("are stored by no cache, and trusted by a browser with nothing", async () => {
    const [api] = two.apis
    const account = await api.register()
    const session = await api.post("/auth/session", account)
    const made = await api.post("/auth/api-keys", { name: "x" }, bearer(account.token))
    const pair = await api.post("/auth/token", account)
    const replies = [
      session,
      made,
      pair,
      await api.post("/auth/login", account),
      await api.post("/auth/refresh", pair.json),
      await api.get("/auth/me", bearer(account.token)),
      await api.get("/auth/session", { cookie: String(session.headers["set-cookie"]).split(";", 1)[0]! }),
      await api.get("/auth/api-keys", bearer(account.token)),
      await api.get("/auth/key", { "x-api-key": (made.json as { key: string }).key }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 200, 200, 200, 200, 200, 200, 200])
    const rejected = [await api.get("/auth/me", bearer("x")), await api.post("/auth/refresh", {})]
    for (const { headers } of [...replies, ...rejected])
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      })
  })
})

describe("odd cookies", () => {
  it("are plain data", async () => {
    const [api] = two.apis
    const many = Array.from({ length: 500 }, (_, at) => `c${at}=1`).join("; ")
    for (const cookie of [
      "__proto__=x",
      "constructor=x",
      many,
      "a=%; b=%zz",
      "=",
      ";;;",
      "session_id",
      "session_id===",
    ]) {
      const reply = await api.get("/auth/session", { cookie })
      expect(reply.status).toBe(401)
    }
    const twice = await api.get("/auth/session", {
      cookie: `session_id=x; session_id=${crypto.randomUUID()}`,
    })
    expect(twice.json).toEqual({ error: "Invalid session" })
    await two.expectWell()
  })

  it("are never split out of what a client sends", async () => {
    const [api] = two.apis
    const reply = await api.get("/auth/me", {
      "x-request-id": "a%0d%0aset-cookie: x=1",
      authorization: "Bearer %0d%0a",
    })
    expect(reply.headers["set-cookie"]).toBeUndefined()
  })
})

import { deepStrictEqual, notStrictEqual, ok, strictEqual } from "node:assert/strict"
import { bearer, someEmail } from "../api.ts"
import { type Case, decided, expectError, expectFields, expectReply, spec } from "../case.ts"

/** What a token says, unchecked. */
function read(token: string, part: 0 | 1): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split(".")[part] ?? "", "base64url").toString()) as Record<
    string,
    unknown
  >
}

/** Statements about `POST /auth/login`, its tokens, `GET /auth/me` and `POST /auth/logout`. */
export const login: readonly Case[] = [
  spec("login: 200 with token, expires_in 86400 and user, and nothing else", async (api) => {
    const { email, password, user } = await api.register()
    const reply = await api.post("/auth/login", { email, password })
    strictEqual(reply.status, 200)
    expectFields(reply.json, ["token", "expires_in", "user"])
    const body = reply.json as { expires_in: number; user: unknown }
    strictEqual(body.expires_in, 86_400)
    deepStrictEqual(body.user, user)
  }),
  spec("login: 400 Invalid request for a body that cannot be bound, and where a rule fails", async (api) => {
    for (const body of ["", "{", "[]", "null"])
      expectError(await api.call("POST", "/auth/login", { body }), 400, "Invalid request")
    for (const body of [
      { email: "x", password: "y" },
      { email: someEmail() },
      { password: "x" },
      { email: {}, password: [] },
    ])
      expectError(await api.post("/auth/login", body), 400, "Invalid request")
  }),
  spec("login: 401 Invalid credentials for an unknown address and a wrong password alike", async (api) => {
    const { email } = await api.register()
    const wrong = await api.post("/auth/login", { email, password: "not the password" })
    const unknown = await api.post("/auth/login", { email: someEmail(), password: "not the password" })
    expectError(wrong, 401, "Invalid credentials")
    expectError(unknown, 401, "Invalid credentials")
    deepStrictEqual(Object.keys(wrong.headers), Object.keys(unknown.headers))
  }),
  decided("login: a password over 72 bytes is 401, also where its first 72 are right", async (api) => {
    const { email, password } = await api.register({ password: "x".repeat(72) })
    expectError(
      await api.post("/auth/login", { email, password: `${password}x` }),
      401,
      "Invalid credentials",
    )
  }),
  decided(
    "login: the e-mail address is compared without regard to capitals, and given back as registered",
    async (api) => {
      const { email, password, user } = await api.register()
      const { json } = await api.post("/auth/login", { email: email.toUpperCase(), password })
      deepStrictEqual((json as { user: unknown }).user, user)
    },
  ),
  spec("login: a body is JSON whatever Content-Type says", async (api) => {
    const { email, password } = await api.register()
    const headers = { "content-type": "application/x-www-form-urlencoded" }
    strictEqual((await api.post("/auth/login", { email, password }, headers)).status, 200)
  }),
  spec("a token is a JWT signed with HS256", async (api) => {
    const { token } = await api.register()
    strictEqual(token.split(".").length, 3)
    strictEqual(read(token, 0)["alg"], "HS256")
  }),
  spec(
    "a token says user_id, email, role, expiry, issue time and issuer (and an id of its own)",
    async (api) => {
      const { token, user, email } = await api.register()
      const claims = read(token, 1)
      expectFields(claims, ["user_id", "email", "role", "exp", "iat", "iss", "jti"])
      strictEqual(claims["user_id"], user["id"])
      strictEqual(claims["email"], email)
      strictEqual(claims["role"], "user")
      ok(typeof claims["iss"] === "string" && claims["iss"] !== "")
    },
  ),
  spec("a token lives for 24 hours from its issue", async (api) => {
    const { exp, iat } = read((await api.register()).token, 1) as { exp: number; iat: number }
    strictEqual(exp - iat, 86_400)
    ok(Math.abs(iat - Date.now() / 1000) < 60)
  }),
  decided("two logins in one second give two tokens, and ending one does not end the other", async (api) => {
    const { email, password, token } = await api.register()
    const logins = await Promise.all([1, 2].map(() => api.post("/auth/login", { email, password })))
    const [one = "", other = ""] = logins.map(({ json }) => (json as { token: string }).token)
    notStrictEqual(one, other)
    await api.post("/auth/logout", undefined, bearer(one))
    strictEqual((await api.get("/auth/me", bearer(one))).status, 401)
    strictEqual((await api.get("/auth/me", bearer(other))).status, 200)
    strictEqual((await api.get("/auth/me", bearer(token))).status, 200)
  }),
  spec("bearer, first: no header or an empty one is 401 Missing authorization header", async (api) => {
    expectError(await api.get("/auth/me"), 401, "Missing authorization header")
    expectError(await api.get("/auth/me", { authorization: "" }), 401, "Missing authorization header")
  }),
  spec("bearer, second: another form is 401 Invalid authorization format", async (api) => {
    const { token } = await api.register()
    for (const authorization of [
      `Basic ${token}`,
      `Token ${token}`,
      `bearer ${token}`,
      `BEARER ${token}`,
      token,
      "Bearer",
      "x",
    ])
      expectError(await api.get("/auth/me", { authorization }), 401, "Invalid authorization format")
  }),
  spec("bearer, third: a token that is not good is 401 Invalid token", async (api) => {
    const { token } = await api.register()
    const [header = "", payload = "", signature = ""] = token.split(".")
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url")
    const forged = Buffer.from(JSON.stringify({ ...read(token, 1), role: "admin" })).toString("base64url")
    const swapped = signature.startsWith("A") ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
    const bad = [
      "x",
      "a.b.c",
      `${header}.${payload}`,
      `${header}.${payload}.`,
      `${header}.${payload}.${swapped}`,
      `${header}.${forged}.${signature}`,
      `${none}.${payload}.`,
      `${none}.${payload}.${signature}`,
      `${token}.x`,
      `${token}=`,
      "x".repeat(8_000),
    ]
    for (const one of bad) expectError(await api.get("/auth/me", bearer(one)), 401, "Invalid token")
  }),
  spec("bearer: two headers are refused", async (api) => {
    const { token } = await api.register()
    const twice = { authorization: [`Bearer ${token}`, `Bearer ${token}`] }
    expectError(await api.get("/auth/me", twice), 401, "Invalid token")
  }),
  decided("me: 200 with the user", async (api) => {
    const { token, user } = await api.register()
    expectReply(await api.get("/auth/me", bearer(token)), 200, user)
  }),
  decided("logout: 204 with an empty body, always", async (api) => {
    const tries = [
      {},
      { body: "{" },
      { json: { refresh_token: 7 } },
      { headers: bearer("x") },
      { headers: { cookie: "session_id=x" } },
    ]
    for (const sent of tries) {
      const reply = await api.call("POST", "/auth/logout", sent)
      strictEqual(`${reply.status}${reply.text}`, "204")
    }
  }),
  decided("logout: ends the bearer token it is shown, twice if need be", async (api) => {
    const { token } = await api.register()
    for (let times = 0; times < 2; times++) {
      strictEqual((await api.call("POST", "/auth/logout", { headers: bearer(token) })).status, 204)
      expectError(await api.get("/auth/me", bearer(token)), 401, "Invalid token")
    }
  }),
]

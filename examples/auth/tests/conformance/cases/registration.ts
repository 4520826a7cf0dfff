import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict"
import { type Api, someEmail } from "../api.ts"
import { type Case, decided, expectError, expectFields, expectReply, spec } from "../case.ts"

const given = () => ({ email: someEmail(), password: "correct horse", name: "Ada" })

async function refuses(api: Api, body: unknown): Promise<void> {
  expectError(await api.post("/auth/register", body), 400, "Invalid request")
}

/** Statements about `POST /auth/register`. */
export const registration: readonly Case[] = [
  spec("register: 201 with token, expires_in and user, and nothing else", async (api) => {
    const reply = await api.post("/auth/register", given())
    strictEqual(reply.status, 201)
    expectFields(reply.json, ["token", "expires_in", "user"])
    match(String(reply.headers["content-type"]), /^application\/json/)
  }),
  spec("register: expires_in is 86400", async (api) => {
    const { json } = await api.post("/auth/register", given())
    strictEqual((json as { expires_in: number }).expires_in, 86_400)
  }),
  spec(
    "register: the user has id, email, name and created_at, as sent, and never a password",
    async (api) => {
      const sent = given()
      const reply = await api.post("/auth/register", sent)
      const { user } = reply.json as { user: Record<string, string> }
      expectFields(user, ["id", "email", "name", "created_at"])
      strictEqual(user["email"], sent.email)
      strictEqual(user["name"], sent.name)
      ok((user["id"] ?? "") !== "")
      ok(!reply.text.includes(sent.password) && !reply.text.includes("$2"))
    },
  ),
  decided("register: created_at is RFC 3339 in UTC, and now", async (api) => {
    const { user } = await api.register()
    match(String(user["created_at"]), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
    ok(Math.abs(Date.parse(String(user["created_at"])) - Date.now()) < 120_000)
  }),
  spec("register: every user gets an id of its own, and an id in the body is not taken", async (api) => {
    const [one, other] = [await api.register({ id: "mine", role: "admin" }), await api.register()]
    ok(one.user["id"] !== "mine" && one.user["id"] !== other.user["id"])
  }),
  spec("register: 400 Invalid request for a body that cannot be bound", async (api) => {
    for (const body of ["", "{", "[]", "null", '"text"', "7", '{"email":']) {
      const reply = await api.call("POST", "/auth/register", { body })
      expectError(reply, 400, "Invalid request")
    }
  }),
  spec("register: email, password and name are required", async (api) => {
    for (const name of ["email", "password", "name"] as const) {
      const { [name]: _, ...rest } = given()
      await refuses(api, rest)
      await refuses(api, { ...rest, [name]: "" })
      await refuses(api, { ...rest, [name]: null })
    }
  }),
  spec("register: email must have the form of one", async (api) => {
    for (const email of ["x", "x@", "@x.example", "a b@example.com", "a@b@c"])
      await refuses(api, { ...given(), email })
  }),
  spec("register: a password of 7 characters is refused, one of 8 is not", async (api) => {
    await refuses(api, { ...given(), password: "1234567" })
    await refuses(api, { ...given(), password: "ü🙂ü🙂ü🙂ü" })
    await api.register({ password: "12345678" })
  }),
  decided("register: fields of other types are refused", async (api) => {
    for (const wrong of [{}, [], true, 12_345_678, ["12345678"]])
      for (const name of ["email", "password", "name"]) await refuses(api, { ...given(), [name]: wrong })
  }),
  decided("register: a password over 72 bytes, or with NUL, is refused and never cut", async (api) => {
    await refuses(api, { ...given(), password: "x".repeat(73) })
    await refuses(api, { ...given(), password: "x".repeat(900_000) })
    await refuses(api, { ...given(), password: "12345678\0x" })
    await api.register({ password: "x".repeat(72) })
  }),
  spec("register: 409 Email already registered", async (api) => {
    const { email } = await api.register()
    expectError(await api.post("/auth/register", { ...given(), email }), 409, "Email already registered")
  }),
  decided("register: an e-mail address is the same in capitals", async (api) => {
    const { email } = await api.register()
    const shouted = { ...given(), email: email.toUpperCase() }
    expectError(await api.post("/auth/register", shouted), 409, "Email already registered")
  }),
  decided("register: of two at once for one address one gets 201 and one 409", async (api) => {
    for (let round = 0; round < 10; round++) {
      const sent = given()
      const both = await Promise.all([api.post("/auth/register", sent), api.post("/auth/register", sent)])
      deepStrictEqual(new Set(both.map(({ status }) => status)), new Set([201, 409]))
    }
  }),
  spec("register: the token is good", async (api) => {
    const { token, user } = await api.register()
    expectReply(await api.get("/auth/me", { authorization: `Bearer ${token}` }), 200, user)
  }),
  spec("a path that no route has: 404", async (api) => {
    strictEqual((await api.get("/auth/nothing")).status, 404)
    strictEqual((await api.get("/api/auth/me")).status, 404)
  }),
]

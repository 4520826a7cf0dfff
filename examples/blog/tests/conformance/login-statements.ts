import assert from "node:assert/strict"
import { expectError, expectFields } from "./expectations.ts"
import { readToken } from "./json-web-token.ts"
import { section, type Statement } from "./statement.ts"

/** Login in the tutorial's variant, and what is not routed there. */
export const loginStatements: readonly Statement[] = section("POST /auth/login", {
  "answers 200 with the token alone": async (blog) => {
    const { email, password } = await blog.newMember()
    const reply = await blog.call("POST", "/auth/login", { json: { email, password } })
    assert.equal(reply.status, 200)
    expectFields(reply.json, ["token"])
  },
  "takes the e-mail address in any case": async (blog) => {
    const { email, password } = await blog.newMember()
    const reply = await blog.call("POST", "/auth/login", { json: { email: email.toUpperCase(), password } })
    assert.equal(reply.status, 200)
  },
  "answers a wrong password with 401 `invalid credentials`": async (blog) => {
    const { email, password } = await blog.newMember()
    for (const wrong of [`${password}.`, "x".repeat(73), "x"])
      expectError(
        await blog.call("POST", "/auth/login", { json: { email, password: wrong } }),
        401,
        "invalid credentials",
      )
  },
  "answers an unknown e-mail address with the same": async (blog) => {
    const json = { email: blog.newEmail(), password: "a good password" }
    expectError(await blog.call("POST", "/auth/login", { json }), 401, "invalid credentials")
  },
  "answers a body that cannot be bound with 400 `Invalid request`": async (blog) => {
    const bodies = ["", "{", "[]", "{}", '{"email":"a@b.example"}', '{"email":"nobody","password":"x"}']
    for (const body of bodies)
      expectError(await blog.call("POST", "/auth/login", { body }), 400, "Invalid request")
  },
  "signs with HS256": async (blog) => {
    assert.equal(readToken((await blog.newMember()).token).header["alg"], "HS256")
  },
  "claims exactly `user_id`, `email` and the expiry": async (blog) => {
    const { id, email, token } = await blog.newMember()
    const { claims } = readToken(token)
    expectFields(claims, ["user_id", "email", "exp"])
    assert.deepEqual({ user_id: claims["user_id"], email: claims["email"] }, { user_id: id, email })
  },
  "ends the token 24 hours after its issue": async (blog) => {
    const before = Math.floor(Date.now() / 1000)
    const { claims } = readToken((await blog.newMember()).token)
    const lifetime = Number(claims["exp"]) - before
    assert.ok(lifetime >= 86_400 - 2 && lifetime <= 86_400 + 60, `${lifetime} seconds`)
  },
  "is, with register, all that is routed under /auth": async (blog) => {
    const { token } = await blog.newMember()
    const others = ["POST /auth/logout", "GET /auth/me", "POST /auth/refresh", "POST /auth/token"]
    for (const other of [...others, "GET /auth/login", "GET /auth/register", "POST /auth/session"]) {
      const [method, path] = other.split(" ") as [string, string]
      assert.equal((await blog.call(method, path, { token })).status, 404, other)
    }
  },
})

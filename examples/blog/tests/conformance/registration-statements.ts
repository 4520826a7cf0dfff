import assert from "node:assert/strict"
import { expectError, expectFields, expectTime, userFields } from "./expectations.ts"
import { section, type Statement } from "./statement.ts"
import type { WireUser } from "./subject.ts"

const password = "a good password"
const broken = ["", "{", "null", "[]", '"text"', "email=a@b.example"]

/** Registration in the tutorial's variant. */
export const registrationStatements: readonly Statement[] = section("POST /auth/register", {
  "answers 201 with the user alone": async (blog) => {
    const email = blog.newEmail()
    const reply = await blog.call("POST", "/auth/register", { json: { email, password, name: "Ada" } })
    assert.equal(reply.status, 201)
    expectFields(reply.json, userFields)
    const user = reply.json as WireUser
    assert.deepEqual({ email: user.email, name: user.name }, { email, name: "Ada" })
    assert.equal(typeof user.id, "string")
    expectTime(user.created_at)
  },
  "never shows the password or its hash": async (blog) => {
    const email = blog.newEmail()
    const { text } = await blog.call("POST", "/auth/register", { json: { email, password, name: "Ada" } })
    assert.doesNotMatch(text, /password|\$2[aby]\$/)
  },
  "answers a duplicate with 400 `email already registered`": async (blog) => {
    const { email } = await blog.newMember()
    expectError(
      await blog.call("POST", "/auth/register", { json: { email, password, name: "Eve" } }),
      400,
      "email already registered",
    )
  },
  "compares e-mail addresses without case": async (blog) => {
    const { email } = await blog.newMember()
    const json = { email: email.toUpperCase(), password, name: "Eve" }
    expectError(await blog.call("POST", "/auth/register", { json }), 400, "email already registered")
  },
  "gives one of two registrations at once 201, the other 400": async (blog) => {
    const json = { email: blog.newEmail(), password, name: "Ada" }
    const replies = await Promise.all([1, 2, 3].map(() => blog.call("POST", "/auth/register", { json })))
    assert.deepEqual(replies.map(({ status }) => String(status)).toSorted(), ["201", "400", "400"])
  },
  "answers a body that cannot be bound with 400 `Invalid request`": async (blog) => {
    for (const body of broken)
      expectError(await blog.call("POST", "/auth/register", { body }), 400, "Invalid request")
  },
  "requires email, password and name": async (blog) => {
    const whole = { email: blog.newEmail(), password, name: "Ada" }
    for (const field of ["email", "password", "name"]) {
      for (const value of [undefined, "", 1, null])
        expectError(
          await blog.call("POST", "/auth/register", { json: { ...whole, [field]: value } }),
          400,
          "Invalid request",
        )
    }
  },
  "requires an e-mail address": async (blog) => {
    for (const email of ["ada", "ada@", "@example.com", "a b@example.com"])
      expectError(
        await blog.call("POST", "/auth/register", { json: { email, password, name: "Ada" } }),
        400,
        "Invalid request",
      )
  },
  "requires a password of at least 8 characters": async (blog) => {
    const json = { email: blog.newEmail(), name: "Ada" }
    expectError(
      await blog.call("POST", "/auth/register", { json: { ...json, password: "1234567" } }),
      400,
      "Invalid request",
    )
    const enough = await blog.call("POST", "/auth/register", { json: { ...json, password: "12345678" } })
    assert.equal(enough.status, 201)
  },
  "refuses a password of more than 72 bytes, and takes one of 72": async (blog) => {
    const json = { email: blog.newEmail(), name: "Ada" }
    for (const long of ["x".repeat(73), "é".repeat(37)])
      expectError(
        await blog.call("POST", "/auth/register", { json: { ...json, password: long } }),
        400,
        "Invalid request",
      )
    const enough = await blog.call("POST", "/auth/register", { json: { ...json, password: "x".repeat(72) } })
    assert.equal(enough.status, 201)
  },
})

import assert from "node:assert/strict"
import { expectError, unknownId } from "./expectations.ts"
import { readToken, signToken, unsignedToken } from "./json-web-token.ts"
import { section, type Statement } from "./statement.ts"
import type { Subject } from "./subject.ts"

const guarded = [
  ["POST", "/posts"],
  ["PUT", `/posts/${unknownId}`],
  ["DELETE", `/posts/${unknownId}`],
  ["GET", "/my-posts"],
] as const

async function expectRefused(blog: Subject, authorization: string | undefined, error: string): Promise<void> {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
  for (const [method, path] of guarded) expectError(await blog.call(method, path, { headers }), 401, error)
}

function in24Hours(): number {
  return Math.floor(Date.now() / 1000) + 86_400
}

/** The bearer middleware, on all four routes that it guards. */
export const bearerStatements: readonly Statement[] = [
  ...section("Authentication", {
    "a missing or empty header is 401 `Missing authorization`": async (blog) => {
      await expectRefused(blog, undefined, "Missing authorization")
      await expectRefused(blog, "", "Missing authorization")
    },
    "a header without the prefix `Bearer ` is 401 `Invalid authorization format`": async (blog) => {
      const { token } = await blog.newMember()
      for (const header of ["Bearer", "Basic YTpi", "bearer x", token, `Token ${token}`, `Bearer${token}`])
        await expectRefused(blog, header, "Invalid authorization format")
    },
    "a token that fails to parse is 401 `Invalid token`": async (blog) => {
      for (const text of ["x", "a.b.c", "..", "Bearer x"])
        await expectRefused(blog, `Bearer ${text}`, "Invalid token")
    },
    "a token with a bad signature is 401 `Invalid token`": async (blog) => {
      const { token } = await blog.newMember()
      const [header, claims] = token.split(".")
      for (const signature of ["", "AAAA", Buffer.alloc(32).toString("base64url")])
        await expectRefused(blog, `Bearer ${header}.${claims}.${signature}`, "Invalid token")
    },
    "a token whose method is not HMAC is 401 `Invalid token`": async (blog) => {
      const { claims } = readToken((await blog.newMember()).token)
      for (const algorithm of ["none", "None", "RS256", "ES256"])
        await expectRefused(blog, `Bearer ${unsignedToken(claims, algorithm)}`, "Invalid token")
    },
    "a token signed with an empty key is 401 `Invalid token`": async (blog) => {
      const { claims } = readToken((await blog.newMember()).token)
      await expectRefused(blog, `Bearer ${signToken(claims, "")}`, "Invalid token")
    },
    "credentials are asked for before the body is looked at": async (blog) => {
      expectError(await blog.call("POST", "/posts", { body: "{" }), 401, "Missing authorization")
    },
    "the two public routes ask for none": async (blog) => {
      const { id } = await blog.newPost(await blog.newMember())
      assert.equal((await blog.call("GET", "/posts")).status, 200)
      assert.equal((await blog.call("GET", `/posts/${id}`)).status, 200)
    },
  }),
  ...section(
    "Authentication",
    {
      "a good token of exactly these claims is let through": async (blog) => {
        const { id: user_id, email } = await blog.newMember()
        const token = signToken({ user_id, email, exp: in24Hours() }, blog.secret!)
        assert.equal((await blog.call("GET", "/my-posts", { token })).status, 200)
      },
      "an expired token is 401 `Invalid token`": async (blog) => {
        const { id: user_id, email } = await blog.newMember()
        const exp = Math.floor(Date.now() / 1000) - 1
        await expectRefused(
          blog,
          `Bearer ${signToken({ user_id, email, exp }, blog.secret!)}`,
          "Invalid token",
        )
      },
      "a token without an expiry is 401 `Invalid token`": async (blog) => {
        const { id: user_id, email } = await blog.newMember()
        await expectRefused(blog, `Bearer ${signToken({ user_id, email }, blog.secret!)}`, "Invalid token")
      },
      "a token of an author who is not there is 500 with the store's message": async (blog) => {
        const claims = { user_id: unknownId, email: blog.newEmail(), exp: in24Hours() }
        const token = signToken(claims, blog.secret!)
        const reply = await blog.call("POST", "/posts", { token, json: { title: "T", content: "C" } })
        expectError(reply, 500, "author does not exist")
      },
    },
    "secret",
  ),
]

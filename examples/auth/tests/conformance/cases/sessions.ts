import { match, notStrictEqual, strictEqual } from "node:assert/strict"
import { type Account, type Api, type ApiReply, someEmail } from "../api.ts"
import { type Case, decided, expectError, expectReply, spec } from "../case.ts"

function cookieOf({ headers }: ApiReply): string {
  return [headers["set-cookie"] ?? []].flat().find((line) => line.startsWith("session_id=")) ?? ""
}

function idOf(reply: ApiReply): string {
  return /^session_id=([^;]*)/.exec(cookieOf(reply))?.[1] ?? ""
}

async function begin(
  api: Api,
  cookie?: string,
): Promise<Account & { readonly id: string; readonly reply: ApiReply }> {
  const account = await api.register()
  const { email, password } = account
  const reply = await api.post("/auth/session", { email, password }, cookie === undefined ? {} : { cookie })
  return { ...account, id: idOf(reply), reply }
}

function show(api: Api, id: string): Promise<ApiReply> {
  return api.get("/auth/session", { cookie: `session_id=${id}` })
}

/** Statements about sessions. */
export const sessions: readonly Case[] = [
  decided("session: 201 with the user, and the cookie session_id", async (api) => {
    const { reply, user } = await begin(api)
    expectReply(reply, 201, user)
    notStrictEqual(cookieOf(reply), "")
  }),
  spec("a session's id is a random UUID", async (api) => {
    match((await begin(api)).id, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  }),
  spec("the cookie is HttpOnly, SameSite, for every path, and lives for 24 hours", async (api) => {
    const cookie = cookieOf((await begin(api)).reply)
    for (const attribute of [
      /; *HttpOnly/i,
      /; *SameSite=(Lax|Strict)/i,
      /; *Path=\/(;|$)/i,
      /; *Max-Age=86400/i,
    ])
      match(cookie, attribute)
  }),
  decided("session: fails as login does, and sets no cookie", async (api) => {
    const wrong = await api.post("/auth/session", { email: someEmail(), password: "wrong wrong" })
    expectError(wrong, 401, "Invalid credentials")
    strictEqual(cookieOf(wrong), "")
    expectError(await api.post("/auth/session", {}), 400, "Invalid request")
  }),
  spec("session middleware, first: no cookie is 401 Not authenticated", async (api) => {
    expectError(await api.get("/auth/session"), 401, "Not authenticated")
    expectError(await api.get("/auth/session", { cookie: "other=1" }), 401, "Not authenticated")
  }),
  spec("session middleware, second: an unknown session is 401 Invalid session", async (api) => {
    for (const id of ["x", crypto.randomUUID(), "%", "x".repeat(4_000)])
      expectError(await show(api, id), 401, "Invalid session")
  }),
  decided("a live session gives its user", async (api) => {
    const { id, user } = await begin(api)
    expectReply(await show(api, id), 200, user)
  }),
  decided(
    "an id that the client chose is never a session's, and a session brought along ends",
    async (api) => {
      const chosen = crypto.randomUUID()
      const first = await begin(api, `session_id=${chosen}`)
      notStrictEqual(first.id, chosen)
      expectError(await show(api, chosen), 401, "Invalid session")
      const second = await begin(api, `session_id=${first.id}`)
      notStrictEqual(second.id, first.id)
      expectError(await show(api, first.id), 401, "Invalid session")
    },
  ),
  spec("a session that was destroyed is gone", async (api) => {
    const { id } = await begin(api)
    const cookie = `session_id=${id}`
    for (let times = 0; times < 2; times++)
      strictEqual((await api.call("POST", "/auth/logout", { headers: { cookie } })).status, 204)
    expectError(await show(api, id), 401, "Invalid session")
  }),
  decided("an unsafe call with the cookie from another site is 403, and does nothing", async (api) => {
    const { id } = await begin(api)
    const cookie = `session_id=${id}`
    const foreign = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: `${api.url}.evil.example` },
    ]
    for (const headers of foreign)
      strictEqual((await api.call("POST", "/auth/logout", { headers: { cookie, ...headers } })).status, 403)
    strictEqual((await show(api, id)).status, 200)
  }),
  decided("calls without the cookie, and those of the same site, are not concerned", async (api) => {
    const { id, token } = await begin(api)
    const cookie = `session_id=${id}`
    const cross = { "sec-fetch-site": "cross-site", authorization: `Bearer ${token}` }
    strictEqual((await api.call("POST", "/auth/logout", { headers: cross })).status, 204)
    const own = { cookie, origin: api.url, "sec-fetch-site": "same-origin" }
    strictEqual((await api.call("POST", "/auth/logout", { headers: own })).status, 204)
  }),
]

import { match, strictEqual } from "node:assert/strict"
import { type Api, bearer, someEmail } from "../api.ts"
import { type Case, decided, expectError, expectFields, spec } from "../case.ts"

interface Pair {
  readonly access_token: string
  readonly refresh_token: string
}

async function begin(api: Api): Promise<Pair> {
  const { email, password } = await api.register()
  return (await api.post("/auth/token", { email, password })).json as Pair
}

function refresh(api: Api, refresh_token: string) {
  return api.post("/auth/refresh", { refresh_token })
}

async function next(api: Api, { refresh_token }: Pair): Promise<Pair> {
  const reply = await refresh(api, refresh_token)
  strictEqual(reply.status, 200)
  return reply.json as Pair
}

/** Statements about refresh tokens. */
export const refreshing: readonly Case[] = [
  decided(
    "token: 200 with access_token, refresh_token, token_type Bearer and expires_in, and nothing else",
    async (api) => {
      const { email, password } = await api.register()
      const reply = await api.post("/auth/token", { email, password })
      strictEqual(reply.status, 200)
      expectFields(reply.json, ["access_token", "refresh_token", "token_type", "expires_in"])
      const { token_type, expires_in } = reply.json as { token_type: string; expires_in: number }
      strictEqual(`${token_type} ${expires_in}`, "Bearer 86400")
    },
  ),
  decided("token: fails as login does", async (api) => {
    const { email } = await api.register()
    expectError(await api.post("/auth/token", { email, password: "wrong wrong" }), 401, "Invalid credentials")
    expectError(
      await api.post("/auth/token", { email: someEmail(), password: "x" }),
      401,
      "Invalid credentials",
    )
    expectError(await api.post("/auth/token", { email }), 400, "Invalid request")
  }),
  spec("a refresh token is a random UUID", async (api) => {
    match(
      (await begin(api)).refresh_token,
      /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    )
  }),
  spec("refresh: a new access token and a new refresh token", async (api) => {
    const first = await begin(api)
    const second = await next(api, first)
    const tokens = [first, second].flatMap(({ access_token, refresh_token }) => [access_token, refresh_token])
    strictEqual(new Set(tokens).size, 4)
    strictEqual((await api.get("/auth/me", bearer(second.access_token))).status, 200)
    await next(api, second)
  }),
  spec("refresh: the old token is used up; invalid refresh token", async (api) => {
    const first = await begin(api)
    await next(api, first)
    expectError(await refresh(api, first.refresh_token), 401, "invalid refresh token")
  }),
  decided("refresh: a token shown a second time ends its family, access tokens among it", async (api) => {
    const first = await begin(api)
    const second = await next(api, first)
    expectError(await refresh(api, first.refresh_token), 401, "invalid refresh token")
    expectError(await refresh(api, second.refresh_token), 401, "invalid refresh token")
    for (const { access_token } of [first, second])
      strictEqual((await api.get("/auth/me", bearer(access_token))).status, 401)
  }),
  spec("refresh: an absent token fails with invalid refresh token", async (api) => {
    const { access_token, refresh_token } = await begin(api)
    const last = refresh_token.endsWith("0") ? "1" : "0"
    for (const bad of [
      "x",
      crypto.randomUUID(),
      refresh_token.slice(0, -1) + last,
      access_token,
      "x".repeat(100_000),
    ])
      expectError(await refresh(api, bad), 401, "invalid refresh token")
  }),
  decided("refresh: a body that cannot be bound is 400 Invalid request", async (api) => {
    for (const body of ["", "{", "{}", '{"refresh_token":""}', '{"refresh_token":7}'])
      expectError(await api.call("POST", "/auth/refresh", { body }), 400, "Invalid request")
  }),
  decided("a refresh token is no bearer token", async (api) => {
    expectError(await api.get("/auth/me", bearer((await begin(api)).refresh_token)), 401, "Invalid token")
  }),
  decided("logout: ends the refresh token in its body, and its family", async (api) => {
    const first = await begin(api)
    const second = await next(api, first)
    strictEqual((await api.post("/auth/logout", { refresh_token: second.refresh_token })).status, 204)
    expectError(await refresh(api, second.refresh_token), 401, "invalid refresh token")
    strictEqual((await api.get("/auth/me", bearer(first.access_token))).status, 401)
    strictEqual((await api.get("/auth/me", bearer(second.access_token))).status, 401)
  }),
]

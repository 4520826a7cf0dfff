import { deepStrictEqual, ok, strictEqual } from "node:assert/strict"
import { type Api, bearer } from "../api.ts"
import { type Case, decided, expectError, expectFields, expectReply, spec } from "../case.ts"

interface Made {
  readonly id: string
  readonly key: string
  readonly user_id: string
}

async function create(api: Api) {
  const account = await api.register()
  const reply = await api.post("/auth/api-keys", { name: "laptop" }, bearer(account.token))
  return { ...account, reply, ...(reply.json as Made) }
}

function show(api: Api, key: string | string[]) {
  return api.get("/auth/key", { "x-api-key": key })
}

/** Statements about API keys. */
export const apiKeys: readonly Case[] = [
  decided("create: 201 with id, name, user_id, created_at and key, and nothing else", async (api) => {
    const { reply, user } = await create(api)
    strictEqual(reply.status, 201)
    expectFields(reply.json, ["id", "name", "user_id", "created_at", "key"])
    strictEqual((reply.json as Made).user_id, user["id"])
  }),
  decided("create: a key has at least 128 random bits", async (api) => {
    const [one, other] = [await create(api), await create(api)]
    ok(one.key.length >= 22 && one.key !== other.key)
  }),
  decided("create: the key is the caller's, whatever the body says", async (api) => {
    const [me, other] = [await api.register(), await api.register()]
    const body = { name: "x", user_id: other.user["id"], id: "mine", key: "chosen" }
    const { json } = await api.post("/auth/api-keys", body, bearer(me.token))
    const made = json as Made
    strictEqual(made.user_id, me.user["id"])
    ok(made.id !== "mine" && made.key !== "chosen")
  }),
  decided("create, list, delete: a bearer token is needed; 400 without a name", async (api) => {
    const { token } = await api.register()
    for (const [method, path] of [
      ["POST", "/auth/api-keys"],
      ["GET", "/auth/api-keys"],
      ["DELETE", "/auth/api-keys/x"],
    ] as const)
      expectError(await api.call(method, path), 401, "Missing authorization header")
    expectError(await api.post("/auth/api-keys", {}, bearer(token)), 400, "Invalid request")
  }),
  decided("list: the caller's keys, without the keys", async (api) => {
    const { token, id, user } = await create(api)
    const { json } = await api.get("/auth/api-keys", bearer(token))
    const [listed] = json as Record<string, unknown>[]
    expectFields(listed, ["id", "name", "user_id", "created_at"])
    deepStrictEqual([listed?.["id"], listed?.["user_id"]], [id, user["id"]])
    deepStrictEqual((await api.get("/auth/api-keys", bearer((await api.register()).token))).json, [])
  }),
  spec("API key middleware, first: no key is 401 Missing API key", async (api) => {
    expectError(await api.get("/auth/key"), 401, "Missing API key")
    expectError(await show(api, ""), 401, "Missing API key")
  }),
  decided("a key in the URL is ignored", async (api) => {
    const { key } = await create(api)
    expectError(await api.get(`/auth/key?api_key=${key}&X-API-Key=${key}`), 401, "Missing API key")
  }),
  spec("API key middleware, second: a key that is not good is 401 Invalid API key", async (api) => {
    const { key, token } = await create(api)
    for (const bad of [
      key.slice(0, -1),
      `${key}x`,
      key.toUpperCase(),
      key.toLowerCase(),
      `${key} x`,
      token,
      "x".repeat(4_000),
    ])
      expectError(await show(api, bad), 401, "Invalid API key")
    expectError(await show(api, [key, key]), 401, "Invalid API key")
  }),
  decided("a good key gives its user", async (api) => {
    const { key, user } = await create(api)
    expectReply(await show(api, key), 200, user)
  }),
  decided("an API key is no bearer token", async (api) => {
    const { key } = await create(api)
    expectError(await api.get("/auth/me", bearer(key)), 401, "Invalid token")
  }),
  decided("delete: 204, and the key is refused", async (api) => {
    const { key, id, token } = await create(api)
    strictEqual((await show(api, key)).status, 200)
    const gone = await api.call("DELETE", `/auth/api-keys/${id}`, { headers: bearer(token) })
    strictEqual(`${gone.status}${gone.text}`, "204")
    expectError(await show(api, key), 401, "Invalid API key")
  }),
  decided("delete: 204 for a key that is not there, and another's key stays", async (api) => {
    const [mine, other] = [await create(api), await create(api)]
    for (const id of [crypto.randomUUID(), "x", other.id, "__proto__"])
      strictEqual(
        (await api.call("DELETE", `/auth/api-keys/${id}`, { headers: bearer(mine.token) })).status,
        204,
      )
    strictEqual((await show(api, other.key)).status, 200)
  }),
]

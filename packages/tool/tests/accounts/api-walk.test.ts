import { setTimeout as sleep } from "node:timers/promises"
import { PrivateRedis } from "@trivet/redis/testing"
import { RedisConnection } from "@trivet/redis"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type AccountsApp, nextMail as nextMailOf, startAccountsApp } from "./accounts-app.ts"

// A new API with accounts, over HTTP, in production, with PostgreSQL, Redis and a mail server: two processes of it.
let redis: PrivateRedis
let running: AccountsApp
let other: string
const ada = { name: "Ada", email: "ada@example.com", password: "correct horse" }
const renewed = "tidal umbrella plinth"

beforeAll(async () => {
  redis = await PrivateRedis.start()
  running = await startAccountsApp("api", {
    NODE_ENV: "production",
    REDIS_URL: redis.url,
    JWT_SECRET: "a secret of the test, 32 bytes long",
    MAIL_FROM: "shop@example.com",
  })
  other = await running.serveAnother()
})
afterAll(async () => {
  await running?.stop()
  await redis?.stop()
})

interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** Sends JSON to one of the processes, and returns what it answers. */
async function send(
  method: string,
  path: string,
  options: {
    readonly body?: object
    readonly token?: string
    readonly key?: string
    readonly url?: string
  } = {},
): Promise<Answer> {
  const { body, token, key, url = running.url } = options
  const reply = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { "x-api-key": key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  // On a busy machine the process may be overloaded: it then rejects a request without looking at it.
  if (reply.status === 503 && reply.headers.has("retry-after")) {
    await sleep(1_000)
    return send(method, path, options)
  }
  return { status: reply.status, body: text === "" ? {} : (JSON.parse(text) as Answer["body"]) }
}

/** The token of a login. */
async function logIn(password: string, email = ada.email, url = running.url): Promise<string> {
  const { status, body } = await send("POST", "/auth/login", { body: { email, password }, url })
  expect(status).toBe(200)
  return String(body["token"])
}

/** Whether a token is accepted by both processes. The second one hears of an end within a second. */
async function isLive(token: string): Promise<boolean> {
  const replies = await Promise.all(
    [running.url, other].map((url) => send("GET", "/account", { token, url })),
  )
  return replies.every(({ status }) => status === 200)
}

/** What both processes answer to a key. The second one hears of an end within a second. */
function askWith(key: string): Promise<readonly number[]> {
  const ask = async (url: string) => (await send("GET", "/auth/key", { key, url })).status
  return Promise.all([running.url, other].map(ask))
}

/** Creates an API key with a token. */
async function createKey(
  token: string,
  url = running.url,
): Promise<{ readonly id: string; readonly key: string }> {
  const body = { name: "nightly", password: ada.password, expires_in_days: 30 }
  const made = await send("POST", "/account/keys", { token, body, url })
  expect(made.status).toBe(201)
  const key = String(made.body["key"])
  expect(key).toMatch(/^tk_[\w-]{43}$/)
  tokens.push(key)
  return { id: String(made.body["id"]), key }
}

const tokens: string[] = []

/** The next mail with a link: to whom, and the token in the fragment of the link, which no server gets. */
async function nextLink(subject: string): Promise<{ readonly to: string; readonly token: string }> {
  const { to, link } = await nextMailOf(running.mails, subject)
  const { origin, search, hash } = new URL(link)
  expect([origin, search]).toEqual([running.url, ""])
  const token = hash.slice("#token=".length)
  expect(token).toMatch(/^[\w-]{43}$/)
  tokens.push(token)
  return { to, token }
}

const noticeTo = async (subject: string) => (await nextMailOf(running.mails, subject)).to

describe("a new API with accounts", () => {
  let mine: string

  it("registers somebody, and verifies the address by the token of a mail, once", async () => {
    expect((await send("POST", "/auth/register", { body: ada })).status).toBe(201)
    mine = await logIn(ada.password)
    expect((await send("GET", "/account", { token: mine })).body).toMatchObject({ email_verified: false })
    const { to, token } = await nextLink("Confirm your e-mail address")
    expect(to).toBe(ada.email)
    const confirm = () => send("POST", "/auth/confirm-email", { body: { token } })
    expect((await confirm()).status).toBe(204)
    expect((await send("GET", "/account", { token: mine })).body).toMatchObject({ email_verified: true })
    expect(await confirm()).toMatchObject({
      status: 400,
      body: { detail: "This link is not valid any more" },
    })
  })

  it("sends the mail again, which ends the token of the mail before", async () => {
    const mails = []
    for (let time = 0; time < 2; time++) {
      expect((await send("POST", "/account/verify", { token: mine })).status).toBe(202)
      mails.push(await nextLink("Confirm your e-mail address"))
    }
    const statuses = []
    for (const { token } of mails)
      statuses.push((await send("POST", "/auth/confirm-email", { body: { token } })).status)
    expect(statuses).toEqual([400, 204])
  })

  it("refuses a password that is easy to guess", async () => {
    const body = { ...ada, email: "eve@example.com", password: "Password2024!" }
    expect(await send("POST", "/auth/register", { body })).toMatchObject({
      status: 400,
      body: { detail: "Password is too easy to guess" },
    })
  })

  it("resets the password by a mail, and ends all tokens on both processes", async () => {
    expect(await isLive(mine)).toBe(true)
    const [known, unknown] = await Promise.all(
      [ada.email, "nobody@example.com"].map((email) =>
        send("POST", "/auth/forgot-password", { body: { email } }),
      ),
    )
    expect([known!.status, unknown]).toEqual([202, known])
    const { to, token } = await nextLink("Choose a new password")
    expect(to).toBe(ada.email)
    const reset = (url: string) =>
      send("POST", "/auth/reset-password", { body: { token, password: renewed }, url })
    expect((await reset(other)).status).toBe(204)
    expect((await reset(running.url)).status).toBe(400)
    expect(await noticeTo("Your password was changed")).toBe(ada.email)
    const credentials = { email: ada.email, password: ada.password }
    expect((await send("POST", "/auth/login", { body: credentials })).status).toBe(401)
    await expect.poll(() => isLive(mine)).toBe(false)
  })

  it("changes the password for who knows it, with a new token for the caller", async () => {
    const [first, second] = [await logIn(renewed), await logIn(renewed, ada.email, other)]
    const change = (current_password: string) =>
      send("PUT", "/account/password", { token: first, body: { current_password, password: ada.password } })
    expect(await change("wrong")).toMatchObject({ status: 400, body: { detail: "Password is wrong" } })
    const { status, body } = await change(renewed)
    expect(status).toBe(200)
    await expect.poll(() => isLive(String(body["token"]))).toBe(true)
    await expect.poll(async () => [await isLive(first), await isLive(second)]).toEqual([false, false])
    expect(await noticeTo("Your password was changed")).toBe(ada.email)
  })

  it("changes the address when the new one has confirmed it, and tells the old one", async () => {
    mine = await logIn(ada.password)
    const email = "lovelace@example.com"
    const ask = (password: string) =>
      send("PUT", "/account/email", { token: mine, body: { email, password } })
    expect((await ask("wrong")).status).toBe(400)
    expect((await ask(ada.password)).status).toBe(202)
    const { to, token } = await nextLink("Confirm your e-mail address")
    expect(to).toBe(email)
    expect((await send("GET", "/account", { token: mine })).body).toMatchObject({ email: ada.email })
    expect((await send("POST", "/auth/confirm-email", { body: { token }, url: other })).status).toBe(204)
    const { body } = await send("GET", "/account", { token: mine })
    expect(body).toMatchObject({ email, email_verified: true })
    expect(await noticeTo("Your e-mail address was changed")).toBe(ada.email)
  })

  it("creates an API key that both processes accept, lists it without the key, and ends it", async () => {
    const { id, key } = await createKey(mine)
    expect(await noticeTo("An API key was created")).toBe("lovelace@example.com")
    expect(await askWith(key)).toEqual([200, 200])
    const list = async () => (await send("GET", "/account/keys", { token: mine, url: other })).body
    const listed = {
      id,
      name: "nightly",
      created_at: expect.any(String) as string,
      expires_at: expect.any(String) as string,
      last_used_at: expect.any(String) as string,
    }
    await expect.poll(list).toEqual([listed])
    const end = (password: string) =>
      send("POST", `/account/keys/${id}/end`, { token: mine, body: { password } })
    expect((await end("wrong")).status).toBe(400)
    expect(await askWith(key)).toEqual([200, 200])
    expect((await end(ada.password)).status).toBe(204)
    await expect.poll(() => askWith(key)).toEqual([401, 401])
    expect(await list()).toEqual([])
  })

  it("lets a key change nothing of the account", async () => {
    const { id, key } = await createKey(mine, other)
    const { password } = ada
    const given = { password, current_password: password, email: "eve@example.com", name: "another" }
    const statuses = []
    for (const [method, path] of [
      ["GET", "/account"],
      ["PUT", "/account/password"],
      ["PUT", "/account/email"],
      ["POST", "/account/end-tokens"],
      ["POST", "/account/delete"],
      ["GET", "/account/keys"],
      ["POST", "/account/keys"],
      ["POST", `/account/keys/${id}/end`],
      ["POST", "/auth/logout"],
    ] as const)
      statuses.push((await send(method, path, { key, ...(method !== "GET" && { body: given }) })).status)
    expect(statuses).toEqual(Array<number>(9).fill(401))
    expect(await isLive(mine)).toBe(true)
    expect(await askWith(key)).toEqual([200, 200])
    expect((await send("GET", "/account/keys", { token: mine })).body).toHaveLength(1)
  })

  it("ends one token at logout, and all of them at once", async () => {
    const email = "lovelace@example.com"
    const logins = [mine, await logIn(ada.password, email), await logIn(ada.password, email, other)]
    expect((await send("POST", "/auth/logout", { token: logins[1]! })).status).toBe(204)
    const live = () => Promise.all(logins.map(isLive))
    await expect.poll(live).toEqual([true, false, true])
    const end = (password: string) =>
      send("POST", "/account/end-tokens", { token: logins[2]!, body: { password } })
    expect((await end("wrong")).status).toBe(400)
    expect(await live()).toEqual([true, false, true])
    expect((await end(ada.password)).status).toBe(204)
    await expect.poll(live).toEqual([false, false, false])
  })

  it("counts tries of both processes together, in Redis", async () => {
    const body = { email: "counted@example.com" }
    const statuses = []
    for (const url of [running.url, other, running.url, other, running.url])
      statuses.push((await send("POST", "/auth/forgot-password", { body, url })).status)
    expect(statuses).toEqual([202, 202, 202, 429, 429])
    const connection = new RedisConnection({ url: redis.url })
    const keys = await connection.send<readonly string[]>(["KEYS", "*"])
    await connection.onStop()
    expect(keys.filter((key) => key.includes("reset")).length).toBeGreaterThan(0)
    expect(keys.join("\n")).not.toContain("@example.com")
  })

  it("deletes the account, by its password", async () => {
    const email = "lovelace@example.com"
    const token = await logIn(ada.password, email)
    const { key } = await createKey(token)
    expect(await askWith(key)).toEqual([200, 200])
    const remove = (password: string) => send("POST", "/account/delete", { token, body: { password } })
    expect((await remove("wrong")).status).toBe(400)
    expect((await remove(ada.password)).status).toBe(204)
    expect(await noticeTo("Your account was deleted")).toBe(email)
    await expect.poll(() => isLive(token)).toBe(false)
    await expect.poll(() => askWith(key)).toEqual([401, 401])
    const credentials = { email, password: ada.password }
    expect((await send("POST", "/auth/login", { body: credentials })).status).toBe(401)
  })

  it("has written events to its log, and neither a token nor an address", () => {
    const log = running.log()
    for (const event of [
      "reset_requested",
      "password_changed",
      "all_sessions_ended",
      "api_key_created",
      "api_key_revoked",
      "account_deleted",
    ])
      expect(log).toContain(event)
    for (const secret of [...tokens, ada.email, "lovelace@example.com", ada.password, renewed])
      expect(log).not.toContain(secret)
    expect(tokens).toHaveLength(8)
  })
})

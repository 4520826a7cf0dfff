import type { Visitor } from "./visitor.ts"

/** What somebody does at a server, from beginning to end. */
export type Visit = (visitor: Visitor) => Promise<void>

const password = "a good password"
const unknown = "00000000-0000-4000-8000-000000000000"
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const newEmail = () => `${crypto.randomUUID()}@soak.example`

/** Somebody writes, publishes, reads and deletes; a reader asks again for what he has; nobody's post is asked for. */
async function writeAndRead(visitor: Visitor): Promise<void> {
  const email = newEmail()
  await visitor.call(201, "POST", "/auth/register", { json: { email, password, name: "Ada" } })
  const login = await visitor.call(200, "POST", "/auth/login", { json: { email, password } })
  const headers = bearer((login.json as { token: string }).token)
  const draft = { title: "A title", content: "Some content ".repeat(40) }
  const made = await visitor.call(201, "POST", "/posts", { headers, json: draft })
  const path = `/posts/${(made.json as { id: string }).id}`
  await visitor.call(200, "PUT", path, { headers, json: { ...draft, published: true } })
  const read = await visitor.call(200, "GET", path)
  await visitor.call(304, "GET", path, { headers: { "if-none-match": String(read.headers["etag"]) } })
  for (let again = 0; again < 5; again++) await visitor.call(200, "GET", "/posts")
  await visitor.call(204, "DELETE", path, { headers })
  await visitor.call(404, "GET", path)
  await visitor.call(404, "GET", `/posts/${unknown}`)
}

/** What a server refuses, and callers who are gone before they are answered. */
async function beANuisance(visitor: Visitor): Promise<void> {
  await visitor.call(404, "GET", `/nothing/${crypto.randomUUID()}`)
  await visitor.call(401, "POST", "/posts", { json: {} })
  await visitor.call(401, "POST", "/posts", { headers: bearer(crypto.randomUUID()), json: {} })
  await visitor.call(400, "POST", "/auth/login", { body: '{"email":' })
  await visitor.call(401, "POST", "/auth/login", { json: { email: newEmail(), password: "wrong" } })
  const upload = `POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 50000\r\n\r\n${"x".repeat(9_000)}`
  await visitor.leave(upload, false)
  await visitor.leave("GET /posts HTTP/1.1\r\nHost: a\r\n\r\n", true)
  await visitor.leave("GET /posts HTTP/1.1\r\nHost: a\r\n\r\n", false)
}

/** Every way in, and every way out again. */
async function comeAndGo(visitor: Visitor): Promise<void> {
  const email = newEmail()
  const json = { email, password }
  await visitor.call(201, "POST", "/auth/register", { json: { ...json, name: "Ada" } })
  const { token } = (await visitor.call(200, "POST", "/auth/login", { json })).json as { token: string }
  for (let again = 0; again < 5; again++)
    await visitor.call(200, "GET", "/auth/me", { headers: bearer(token) })
  const pair = await visitor.call(200, "POST", "/auth/token", { json })
  const { refresh_token } = pair.json as { refresh_token: string }
  await visitor.call(200, "POST", "/auth/refresh", { json: { refresh_token } })
  await visitor.call(401, "POST", "/auth/refresh", { json: { refresh_token } })
  const session = await visitor.call(201, "POST", "/auth/session", { json })
  const cookie = String(session.headers["set-cookie"]).split(";")[0]!
  await visitor.call(200, "GET", "/auth/session", { headers: { cookie } })
  const made = await visitor.call(201, "POST", "/auth/api-keys", {
    headers: bearer(token),
    json: { name: "laptop" },
  })
  const { key, id } = made.json as { key: string; id: string }
  await visitor.call(200, "GET", "/auth/key", { headers: { "x-api-key": key } })
  await visitor.call(204, "DELETE", `/auth/api-keys/${id}`, { headers: bearer(token) })
  await visitor.call(204, "POST", "/auth/logout", { headers: { ...bearer(token), cookie } })
  await visitor.call(401, "GET", "/auth/session", { headers: { cookie } })
}

/** What nobody may, with other names each time: whatever is kept of a caller must have an end. */
async function guess(visitor: Visitor): Promise<void> {
  await visitor.call(401, "POST", "/auth/login", { json: { email: newEmail(), password: "wrong" } })
  await visitor.call(401, "GET", "/auth/me", { headers: bearer(crypto.randomUUID()) })
  await visitor.call(401, "GET", "/auth/key", { headers: { "x-api-key": crypto.randomUUID() } })
  await visitor.call(401, "GET", "/auth/session", {
    headers: { cookie: `session_id=${crypto.randomUUID()}` },
  })
  await visitor.leave("GET /auth/me HTTP/1.1\r\nHost: a\r\n\r\n", false)
}

/** What is done at each reference, in turn. */
export const visits = {
  blog: [writeAndRead, beANuisance],
  auth: [comeAndGo, guess],
} as const satisfies Record<string, readonly Visit[]>

import type { AccessSetup } from "trivet/testing"

type Server = Parameters<AccessSetup>[0]

/** Those who call the service, one for each kind of credentials. All of them are one user's. */
export const access: AccessSetup = async (server) => {
  const user = { email: `${crypto.randomUUID()}@example.com`, password: "correct horse" }
  await send(server, "/auth/register", { ...user, name: "Ada" })
  const bearer = { authorization: "" }
  const session = { cookie: "" }
  const begin = async () => {
    const { token } = await jsonOf<{ token: string }>(send(server, "/auth/login", user))
    bearer.authorization = `Bearer ${token}`
    const begun = await send(server, "/auth/session", user)
    session.cookie = begun.headers.getSetCookie()[0]!.split(";", 1)[0]!
  }
  const newKey = () =>
    jsonOf<{ id: string; key: string }>(send(server, "/auth/api-keys", { name: "Access" }, bearer))
  await begin()
  const { key } = await newKey()
  let hasEnded = false
  return {
    callers: {
      anonymous: {},
      "with an empty token": { headers: { authorization: "Bearer" } },
      "with forged credentials": {
        headers: { authorization: "Bearer e30.e30.e30", cookie: "session_id=forged", "x-api-key": "forged" },
      },
      "with a token": { credentials: ["bearer"], headers: bearer },
      "with a session": { credentials: ["session"], headers: session },
      "with an API key": { credentials: ["apiKey"], headers: { "x-api-key": key } },
    },
    async prepare({ path }) {
      if (hasEnded) await begin()
      hasEnded = path === "/auth/logout"
      return path.includes(":id") ? { params: { id: (await newKey()).id } } : {}
    },
  }
}

async function jsonOf<T>(reply: Promise<Response>): Promise<T> {
  return (await (await reply).json()) as T
}

async function send(
  server: Server,
  path: string,
  json: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const body = JSON.stringify(json)
  const reply = await server.fetch(new Request(server.url + path, { method: "POST", body, headers }))
  if (!reply.ok) throw new Error(`POST ${path}: ${reply.status} ${await reply.text()}`)
  return reply
}

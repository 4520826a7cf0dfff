import type { AccessSetup } from "trivet/testing"

type Server = Parameters<AccessSetup>[0]

interface Member {
  readonly email: string
  readonly password: string
  /** The credentials, which a sign-out ends and `begin()` makes anew. */
  readonly token: { authorization: string }
  readonly session: { cookie: string }
}

/** Those who call the blog: its API and, where pages are served, its site. The author owns the posts that calls name. */
export const access: AccessSetup = async (server) => {
  const [author, reader] = [await newMember(server), await newMember(server)]
  const hasPages = author.session.cookie !== ""
  let hasEnded = false
  return {
    callers: {
      anonymous: {},
      "with an empty token": { headers: { authorization: "Bearer" } },
      "with forged credentials": {
        headers: { authorization: "Bearer e30.e30.e30", cookie: "session_id=forged" },
      },
      author: { credentials: ["bearer"], roles: ["owner"], headers: author.token },
      reader: { credentials: ["bearer"], headers: reader.token },
      ...(hasPages && {
        "signed-in author": { credentials: ["session"], roles: ["owner"], headers: author.session },
        "signed-in reader": { credentials: ["session"], headers: reader.session },
      }),
    },
    async prepare({ path }) {
      if (hasEnded) await Promise.all([author, reader].map((member) => begin(server, member)))
      hasEnded = path === "/sign-out"
      return path.includes(":id") ? { params: { id: await newPost(server, author) } } : {}
    },
  }
}

async function newMember(server: Server): Promise<Member> {
  const member: Member = {
    email: `${crypto.randomUUID()}@blog.example`,
    password: "a good password",
    token: { authorization: "" },
    session: { cookie: "" },
  }
  const { email, password } = member
  await sendJson(server, "/auth/register", { email, password, name: "Ada" })
  await begin(server, member)
  return member
}

/** Logs a member in, and signs him in where there is a page for it. */
async function begin(server: Server, { email, password, token, session }: Member): Promise<void> {
  const { token: text } = await sendJson<{ token: string }>(server, "/auth/login", { email, password })
  token.authorization = `Bearer ${text}`
  const form = { method: "POST", body: new URLSearchParams({ email, password }), redirect: "manual" } as const
  const page = await server.fetch(new Request(`${server.url}/sign-in`, form))
  if (page.status === 404) return
  session.cookie = page.headers.getSetCookie().map(valueOf).find(isSession)!
}

const valueOf = (line: string) => line.split(";", 1)[0]!
const isSession = (cookie: string) => cookie.startsWith("session_id=")

async function newPost(server: Server, { token }: Member): Promise<string> {
  const content = { title: "Mine", content: "Some content" }
  return (await sendJson<{ id: string }>(server, "/posts", content, token)).id
}

async function sendJson<T>(
  server: Server,
  path: string,
  json: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  // The site answers with a page unless asked for JSON.
  const types = { "content-type": "application/json", accept: "application/json" }
  const sent = { method: "POST", body: JSON.stringify(json), headers: { ...types, ...headers } }
  const reply = await server.fetch(new Request(server.url + path, sent))
  if (!reply.ok) throw new Error(`POST ${path}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as T
}

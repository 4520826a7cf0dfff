import type { AccessSetup } from "trivet/testing"

type Server = Parameters<AccessSetup>[0]
type Headers = Readonly<Record<string, string>>

const operator = { "x-operator": "the operator of the notebook" }

/** Two users, an agent, who reads everything, and one who was an agent before. */
export const access: AccessSetup = async (server) => {
  const [owner, reader, agent, former] = [
    await signUp(server),
    await signUp(server),
    await signUp(server),
    await signUp(server),
  ]
  await setRole(server, agent.id, "agent")
  await setRole(server, former.id, "agent")
  // What is kept of a role is kept from now on.
  await send(server, "GET", "/notes", former.headers)
  await setRole(server, former.id, "user")
  return {
    callers: {
      anonymous: {},
      owner: { credentials: ["bearer"], headers: owner.headers },
      reader: { credentials: ["bearer"], headers: reader.headers },
      agent: { credentials: ["bearer"], headers: agent.headers },
      "former agent": { credentials: ["bearer"], headers: former.headers },
    },
    shares: (_route, _writer, to) => to === "agent",
  }
}

async function signUp(server: Server): Promise<{ readonly id: string; readonly headers: Headers }> {
  const email = `${crypto.randomUUID()}@notebook.example`
  const { token } = (await send(server, "POST", "/accounts", {}, { email })) as { readonly token: string }
  return { id: token, headers: { authorization: `Bearer ${token}` } }
}

async function setRole(server: Server, id: string, role: string): Promise<void> {
  await send(server, "PUT", `/accounts/${id}/role`, operator, { role })
}

async function send(
  server: Server,
  method: string,
  path: string,
  headers: Headers,
  json?: unknown,
): Promise<unknown> {
  const types = json === undefined ? {} : { "content-type": "application/json" }
  const body = json === undefined ? null : JSON.stringify(json)
  const reply = await server.fetch(
    new Request(server.url + path, { method, headers: { ...types, ...headers }, body }),
  )
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return reply.status === 204 ? undefined : reply.json()
}

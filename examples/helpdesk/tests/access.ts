import pg from "pg"
import type { AccessSetup } from "trivet/testing"

type MailingServer = Parameters<AccessSetup>[0]
type Server = Pick<MailingServer, "url" | "fetch">

/** A user of a served help desk, with a session and an API key. */
export interface Member {
  readonly id: string
  readonly email: string
  readonly session: { cookie: string }
  readonly key: { "x-api-key": string }
}

const password = "correct horse"

/** The callers of a help desk whose database the environment names, for `npx trivet fuzz`. */
export const access: AccessSetup = (server) => {
  const url = process.env["DATABASE_URL"]
  if (url === undefined)
    throw new Error("Set DATABASE_URL to an empty PostgreSQL database: agents are made there")
  return accessOn(url)(server)
}

/**
 * Who calls the help desk, which stores its data at this address: each role by session and by API key. The customer owns
 * the tickets that calls name, and has shared them with the friend. They belong to an organisation that the customer owns: the
 * manager is an admin of it, the colleague a member, and the stranger owns another one. What an operator does is done in the
 * database, and so is joining.
 */
export function accessOn(databaseUrl: string): AccessSetup {
  return async (server) => {
    const [customer, friend, stranger, manager, colleague, agent, former, fresh] = await Promise.all([
      join(server, "customer"),
      join(server, "friend"),
      join(server, "stranger"),
      join(server, "manager"),
      join(server, "colleague"),
      join(server, "agent"),
      join(server, "former"),
      join(server, "fresh"),
    ])
    const members = [customer, friend, stranger, manager, colleague, agent, former, fresh]
    for (const member of members.slice(0, -1)) await confirm(server, member)
    for (const { id } of [agent, former]) await setRole(databaseUrl, id, "agent")
    // What is kept of a role is kept from now on.
    await send(server, "/tickets", { title: "A test", text: "Of an agent." }, former)
    await setRole(databaseUrl, former.id, "user")
    const org = await newOrganisation(server, customer)
    await newOrganisation(server, stranger)
    const setMembers = () =>
      run(databaseUrl, joining, [org, [customer.id, manager.id, colleague.id], ["owner", "admin", "member"]])
    await setMembers()
    let hasEnded = false
    let hasLeft = false
    return {
      callers: {
        anonymous: {},
        "with a forged session and key": {
          headers: { cookie: "session_id=forged", "x-api-key": "tk_forged" },
        },
        ...callers("customer", customer, ["owner", "verified"]),
        ...callers("friend", friend, ["shared", "verified"]),
        ...callers("stranger", stranger, ["verified"]),
        ...callers("manager", manager, ["admin", "verified"]),
        ...callers("colleague", colleague, ["member", "verified"]),
        ...callers("agent", agent, ["agent", "verified"]),
        ...callers("former agent", former, ["verified"]),
        ...callers("fresh", fresh, []),
      },
      async prepare({ path }) {
        if (hasEnded) await Promise.all(members.map((member) => signIn(server, member)))
        hasEnded = path === "/sign-out"
        if (hasLeft) await setMembers()
        hasLeft = /^\/orgs\/:org\/(?:leave|members)/.test(path)
        if (path.includes(":org")) return { form: {}, params: { org, user: friend.id } }
        if (!path.includes("/tickets/:id")) return { form: {} }
        return { form: {}, params: { id: await newTicket(server, org, customer, friend), user: friend.id } }
      },
      // Agents read and answer all tickets, and count all jobs. Drafts are nobody else's, also not that of a ticket that both see,
      // and notes are the organisation's.
      shares: ({ path }, writer, reader, written) =>
        /^\/(?:$|tickets|api\/tickets|queues)/.test(path) &&
        !/\/(?:draft|notes)$/.test(written?.path ?? "") &&
        (reader.startsWith("agent") || writer.startsWith("agent")),
    }
  }
}

function callers(name: string, { session, key }: Member, roles: readonly string[]) {
  return {
    [name]: { credentials: ["session"], roles, headers: session },
    [`${name}'s program`]: { credentials: ["apiKey"], roles, headers: key },
  }
}

/** Signs somebody up. */
export async function join(server: Server, name: string): Promise<Member> {
  const member = {
    id: "",
    email: `${name}-${crypto.randomUUID()}@example.org`,
    session: { cookie: "" },
    key: { "x-api-key": "" },
  }
  member.session.cookie = cookieOf(await send(server, "/sign-up", { email: member.email, password, name }))
  const page = await (await send(server, "/account/keys", { name: "test", password }, member)).text()
  member.key["x-api-key"] = /id="key" value="([^"]+)"/.exec(page)![1]!
  const own = new Request(`${server.url}/api/key`, { headers: { ...member.key, accept: "application/json" } })
  member.id = ((await (await server.fetch(own)).json()) as { readonly id: string }).id
  return member
}

async function signIn(server: Server, { email, session }: Member): Promise<void> {
  session.cookie = cookieOf(await send(server, "/sign-in", { email, password }))
}

/** Creates an organisation, and returns its id. */
async function newOrganisation(server: Server, owner: Member): Promise<string> {
  const made = await send(server, "/orgs", { name: "Lamps" }, owner)
  return made.headers.get("location")!.split("/").at(-1)!
}

async function newTicket(server: Server, org: string, customer: Member, friend: Member): Promise<string> {
  const said = { title: "No sound", text: "It makes no sound." }
  const path = (await send(server, `/orgs/${org}/tickets`, said, customer)).headers.get("location")!
  await send(server, `${path}/shares`, { email: friend.email }, customer)
  return path.split("/").at(-1)!
}

/** Sends a form, and throws unless it was accepted. */
export async function send(
  server: Server,
  path: string,
  fields: Readonly<Record<string, string>>,
  { session }: Pick<Member, "session"> = { session: { cookie: "" } },
): Promise<Response> {
  const init = {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: session,
    redirect: "manual",
  } as const
  const reply = await server.fetch(new Request(server.url + path, init))
  if (reply.status >= 400) throw new Error(`POST ${path}: ${reply.status} ${await reply.text()}`)
  return reply
}

const cookieOf = (reply: Response) =>
  reply.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0]!)
    .find((cookie) => cookie.startsWith("session_id="))!

/** Confirms the address of somebody who has signed up, by the link in the mail. */
export async function confirm(server: MailingServer, { email }: Member): Promise<void> {
  const link = /token=([\w-]+)/
  const { text } = await server.mailTo(email, link)
  await send(server, "/confirm-email", { token: link.exec(text)![1]! })
}

async function setRole(databaseUrl: string, id: string, role: "agent" | "user"): Promise<void> {
  await run(databaseUrl, "update users set role = $2 where id = $1", [id, role])
}

const joining = `insert into members (org_id, user_id, role, created_at)
  select $1, user_id, role, now() from unnest($2::uuid[], $3::text[]) as given (user_id, role)
  on conflict (org_id, user_id) do update set role = excluded.role`

async function run(connectionString: string, statement: string, values: readonly unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement, [...values])
  } finally {
    await client.end()
  }
}

import { createHash, randomUUID } from "node:crypto"
import { Database } from "@trivet/postgres"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { type AccountsApp, startAccountsApp } from "./accounts-app.ts"

// Two processes of one API, and two requests at the same moment. All rounds:
// TRIVET_LONG=1 npx vitest run packages/tool/tests/accounts/organisation-races.test.ts
const rounds = process.env["TRIVET_LONG"] === "1" ? 200 : 20

interface Tables {
  readonly organisations: { readonly id: string }
  readonly members: {
    readonly org_id: string
    readonly user_id: string
    readonly role: string
    readonly created_at: Date
  }
  readonly invitations: {
    readonly id: string
    readonly org_id: string
    readonly email: string
    readonly role: string
    readonly digest: string
    readonly created_at: Date
    readonly expires_at: Date
  }
}

class Db extends Database<Tables> {}

interface User {
  readonly id: string
  readonly email: string
  readonly token: string
}

let app: AccountsApp
let other: string
let db: Db
let ada: User
let bob: User

beforeAll(async () => {
  app = await startAccountsApp("api", { TRUSTED_PROXIES: "127.0.0.1" }, ["organisations"])
  other = await app.serveAnother()
  db = new Db({ url: app.database.url })
  ada = await signUp("ada@example.com")
  bob = await signUp("bob@example.com")
}, 300_000)
afterAll(async () => {
  await db?.onStop()
  await app?.stop()
})

async function send(url: string, method: string, path: string, user?: User, body?: object) {
  const headers = {
    "content-type": "application/json",
    ...(user !== undefined && { authorization: `Bearer ${user.token}` }),
  }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const reply = await fetch(`${url}${path}`, { method, headers, ...sent })
  const text = await reply.text()
  return { status: reply.status, body: (text === "" ? undefined : JSON.parse(text)) as never }
}

async function signUp(email: string): Promise<User> {
  const password = "tidal umbrella plinth"
  await send(app.url, "POST", "/auth/register", undefined, { email, password, name: email })
  const { token } = (await send(app.url, "POST", "/auth/login", undefined, { email, password })).body as {
    readonly token: string
  }
  const { id } = (await send(app.url, "GET", "/account", { id: "", email, token })).body as {
    readonly id: string
  }
  return { id, email, token }
}

/** An organisation of Ada, with Bob in a role. Those of earlier rounds are deleted, because a user has at most 100. */
async function newOrg(role?: string): Promise<string> {
  await db.deleteFrom("organisations").execute()
  const { id } = (await send(app.url, "POST", "/orgs", ada, { name: "Lamps" })).body as {
    readonly id: string
  }
  if (role !== undefined) {
    const row = { org_id: id, user_id: bob.id, role, created_at: new Date() }
    await db.insertInto("members").values(row).execute()
  }
  return id
}

async function rolesIn(org: string): Promise<readonly string[]> {
  const rows = await db.selectFrom("members").select("role").where("org_id", "=", org).execute()
  return rows.map(({ role }) => role)
}

/** Counts the pairs of statuses of all rounds. */
async function race(round: () => Promise<readonly { readonly status: number }[]>) {
  const seen: Record<string, number> = {}
  for (let at = 0; at < rounds; at++) {
    const statuses = (await round()).map(({ status }) => status).toSorted((one, two) => one - two)
    const key = statuses.join(" ")
    seen[key] = (seen[key] ?? 0) + 1
  }
  return seen
}

describe("two processes at the same moment", { timeout: 600_000 }, () => {
  it("let one of the last two owners leave", async () => {
    const seen = await race(async () => {
      const org = await newOrg("owner")
      const leave = (url: string, user: User) => send(url, "POST", `/orgs/${org}/leave`, user)
      const replies = await Promise.all([leave(app.url, ada), leave(other, bob)])
      expect(await rolesIn(org)).toEqual(["owner"])
      return replies
    })
    expect(seen).toEqual({ "204 409": rounds })
    noteFigure("the last two owners leave", "two processes", `one stays, ${rounds} of ${rounds} rounds`)
  })

  it("accept an invitation once", async () => {
    const seen = await race(async () => {
      const org = await newOrg()
      const token = randomUUID()
      const digest = createHash("sha256").update(token).digest("base64url")
      const times = { created_at: new Date(), expires_at: new Date(Date.now() + 60_000) }
      const row = { id: randomUUID(), org_id: org, email: bob.email, role: "member", digest, ...times }
      await db.insertInto("invitations").values(row).execute()
      const accept = (url: string) => send(url, "POST", "/invitations/accept", bob, { token })
      const replies = await Promise.all([accept(app.url), accept(other)])
      expect((await rolesIn(org)).toSorted()).toEqual(["member", "owner"])
      return replies
    })
    expect(seen).toEqual({ "200 400": rounds })
    noteFigure("an invitation is used twice", "two processes", `once accepted, ${rounds} of ${rounds} rounds`)
  })

  it("let one of two owners remove the other, whose call ends without an effect", async () => {
    const seen = await race(async () => {
      const org = await newOrg("owner")
      const remove = (url: string, by: User, user: User) =>
        send(url, "DELETE", `/orgs/${org}/members/${user.id}`, by)
      const replies = await Promise.all([remove(app.url, ada, bob), remove(other, bob, ada)])
      expect(await rolesIn(org)).toEqual(["owner"])
      return replies
    })
    expect(seen).toEqual({ "204 404": rounds })
    noteFigure("owners remove each other", "two processes", `one stays, ${rounds} of ${rounds} rounds`)
  })

  it("let a removed member in no more, in the next call to the other process", async () => {
    const seen = await race(async () => {
      const org = await newOrg("admin")
      const members = () => send(other, "GET", `/orgs/${org}/members`, bob)
      const before = await members()
      await send(app.url, "DELETE", `/orgs/${org}/members/${bob.id}`, ada)
      return [before, await members()]
    })
    expect(seen).toEqual({ "200 404": rounds })
  })
})

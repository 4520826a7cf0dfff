import { randomUUID } from "node:crypto"
import { type Client, createClient } from "trivet/client"
import type { TestApp } from "trivet/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Accounts } from "../accounts/accounts-contract.ts"
import { Db } from "../database/db.ts"
import { createApi, signUp } from "../testing/create-api.ts"
import { Organisations } from "./organisations-contract.ts"

let app: TestApp
let orgs: Client<typeof Organisations>
beforeAll(async () => {
  app = await createApi()
  orgs = createClient(Organisations, app)
}, 60_000)
afterAll(() => app.stop())

let count = 0
async function newUser() {
  const email = `user${++count}@example.com`
  const headers = await signUp(app, email)
  const { body } = await createClient(Accounts, app).show({ headers }).orThrow()
  return { email, headers, id: body.id }
}
type User = Awaited<ReturnType<typeof newUser>>
type Role = "member" | "admin" | "owner"

async function newOrg(owner: User): Promise<string> {
  return (await orgs.create({ headers: owner.headers, body: { name: "Lamps" } }).orThrow()).body.id
}

/** Invites somebody, and returns the token of the mail. */
async function invite(by: User, org: string, email: string, role: Role = "member"): Promise<string> {
  await orgs.invite({ headers: by.headers, params: { org }, body: { email, role } }).orThrow()
  const { text } = await app.mailTo(email, /invitations/)
  return /"token":"([\w-]+)"/.exec(text)![1]!
}

async function addMember(by: User, org: string, role: Role = "member"): Promise<User> {
  const user = await newUser()
  const token = await invite(by, org, user.email, role)
  await orgs.accept({ headers: user.headers, body: { token } }).orThrow()
  return user
}

const isMember = async ({ headers }: User, org: string) =>
  (await orgs.members({ headers, params: { org } })).status === 200

describe("an organisation", () => {
  it("is seen by its members, and does not exist for others", async () => {
    const [ada, eve] = [await newUser(), await newUser()]
    const org = await newOrg(ada)
    expect((await orgs.index({ headers: ada.headers })).body).toEqual([
      { id: org, name: "Lamps", role: "owner" },
    ])
    expect((await orgs.index({ headers: eve.headers })).body).toEqual([])
    for (const one of [org, crypto.randomUUID(), "x"])
      expect((await orgs.members({ headers: eve.headers, params: { org: one } })).status).toBe(404)
  })

  it("is one of at most a hundred of a user", async () => {
    const ada = await newUser()
    for (let at = 0; at < 100; at++) await newOrg(ada)
    const more = await orgs.create({ headers: ada.headers, body: { name: "Lamps" } })
    expect(more.body).toMatchObject({ status: 400, detail: expect.stringContaining("leave one first") })
  })

  it("has at most a thousand members, listed in pages, and a hundred open invitations", async () => {
    const [ada, bob, db] = [await newUser(), await newUser(), app.get(Db)]
    const { headers } = ada
    const org = await newOrg(ada)
    const token = await invite(ada, org, bob.email)
    const created_at = new Date()
    const users = Array.from({ length: 999 }, (_, at) => {
      return { id: randomUUID(), email: `${at}@${org}.example`, password: "", name: `User ${at}`, created_at }
    })
    const members = users.map(({ id }) => ({ org_id: org, user_id: id, role: "member" as const, created_at }))
    await db.insertInto("users").values(users).execute()
    await db.insertInto("members").values(members).execute()
    const joined = await orgs.accept({ headers: bob.headers, body: { token } })
    expect(joined.body).toMatchObject({ status: 400, detail: expect.stringContaining("1000 members") })
    const ids = new Set<string>()
    const query = { limit: 100 }
    for await (const { id } of orgs.members.all({ headers, params: { org }, query })) ids.add(id)
    expect(ids.size).toBe(1_000)
    // The invitation of Bob is still open.
    const invitations = users.slice(0, 99).map(({ email }) => {
      const expires_at = new Date("2100-01-01")
      return {
        id: randomUUID(),
        org_id: org,
        email,
        role: "member" as const,
        digest: null,
        created_at,
        expires_at,
      }
    })
    await db.insertInto("invitations").values(invitations).execute()
    const again = () => orgs.invite({ headers, params: { org }, body: { email: bob.email, role: "member" } })
    expect((await again()).body).toMatchObject({
      status: 400,
      detail: expect.stringContaining("withdraw one first"),
    })
    // One that has expired makes room.
    const first = db.updateTable("invitations").set({ expires_at: new Date(0) })
    await first.where("id", "=", invitations[0]!.id).execute()
    expect((await again()).status).toBe(204)
  })

  it("keeps what has changed, and who did it", async () => {
    const ada = await newUser()
    const org = await newOrg(ada)
    const bob = await addMember(ada, org, "admin")
    await orgs.remove({ headers: ada.headers, params: { org, user: bob.id } }).orThrow()
    const { body } = await orgs.events({ headers: ada.headers, params: { org } }).orThrow()
    expect(body.map(({ actor_id, event }) => [actor_id, event])).toEqual([
      [ada.id, "removed"],
      [bob.id, "joined"],
      [ada.id, "invited"],
      [ada.id, "created"],
    ])
  })
})

describe("an invitation", () => {
  it("works once, for its address only", async () => {
    const [ada, bob, eve] = [await newUser(), await newUser(), await newUser()]
    const org = await newOrg(ada)
    const own = await invite(ada, org, bob.email.toUpperCase(), "admin")
    expect((await orgs.accept({ headers: eve.headers, body: { token: own } })).status).toBe(400)
    const joined = await orgs.accept({ headers: bob.headers, body: { token: own } }).orThrow()
    expect(joined.body).toEqual({ id: org, name: "Lamps", role: "admin" })
    expect((await orgs.accept({ headers: bob.headers, body: { token: own } })).status).toBe(400)
  })

  it("is replaced by another one to the same address, and can be withdrawn", async () => {
    const [ada, bob] = [await newUser(), await newUser()]
    const org = await newOrg(ada)
    const first = await invite(ada, org, bob.email)
    const second = await invite(ada, org, bob.email, "admin")
    expect((await orgs.accept({ headers: bob.headers, body: { token: first } })).status).toBe(400)
    const { body } = await orgs.invitations({ headers: ada.headers, params: { org } }).orThrow()
    expect(body).toMatchObject([{ email: bob.email, role: "admin" }])
    await orgs.withdraw({ headers: ada.headers, params: { org, id: body[0]!.id } }).orThrow()
    expect((await orgs.accept({ headers: bob.headers, body: { token: second } })).status).toBe(400)
  })

  it("is sent three times to one address, then the network waits", async () => {
    const ada = await newUser()
    const params = { org: await newOrg(ada) }
    const statuses: number[] = []
    for (let time = 0; time < 4; time++) {
      const body = { email: "often@example.com", role: "member" } as const
      statuses.push((await orgs.invite({ headers: ada.headers, params, body })).status)
    }
    expect(statuses).toEqual([204, 204, 204, 429])
  })
})

describe("a role", () => {
  it("decides what a member may do: only owners decide on owners", async () => {
    const ada = await newUser()
    const org = await newOrg(ada)
    const [admin, member] = [await addMember(ada, org, "admin"), await addMember(ada, org)]
    const setRole = async (by: User, user: User, role: Role) =>
      (await orgs.setRole({ headers: by.headers, params: { org, user: user.id }, body: { role } })).status
    expect(await setRole(member, member, "admin")).toBe(403)
    expect((await orgs.events({ headers: member.headers, params: { org } })).status).toBe(403)
    expect(await setRole(admin, admin, "owner")).toBe(403)
    expect(await setRole(admin, ada, "member")).toBe(403)
    expect((await orgs.remove({ headers: admin.headers, params: { org, user: ada.id } })).status).toBe(403)
    const body = { email: "x@example.com", role: "owner" } as const
    expect((await orgs.invite({ headers: admin.headers, params: { org }, body })).status).toBe(403)
    expect(await setRole(admin, member, "admin")).toBe(204)
    expect(await setRole(ada, member, "owner")).toBe(204)
  })

  it("of one organisation counts in no other", async () => {
    const [ada, eve] = [await newUser(), await newUser()]
    const org = await newOrg(ada)
    await newOrg(eve)
    const params = { org, user: ada.id }
    expect((await orgs.remove({ headers: eve.headers, params })).status).toBe(404)
    expect(await isMember(ada, org)).toBe(true)
  })
})

describe("the last owner", () => {
  it("stays, until somebody else is one", async () => {
    const ada = await newUser()
    const org = await newOrg(ada)
    const bob = await addMember(ada, org)
    const params = { org, user: ada.id }
    const { headers } = ada
    expect((await orgs.leave({ headers, params: { org } })).status).toBe(409)
    expect((await orgs.remove({ headers, params })).status).toBe(409)
    expect((await orgs.setRole({ headers, params, body: { role: "member" } })).status).toBe(409)
    const account = createClient(Accounts, app)
    const deleted = await account.delete({ headers, body: { password: "correct horse" } })
    expect(deleted.body).toMatchObject({
      status: 400,
      detail: expect.stringContaining("last owner of Lamps"),
    })
    await orgs.setRole({ headers, params: { org, user: bob.id }, body: { role: "owner" } }).orThrow()
    expect((await account.delete({ headers, body: { password: "correct horse" } })).status).toBe(204)
    expect(await isMember(bob, org)).toBe(true)
  })

  it("is one of two who leave at the same time", async () => {
    const ada = await newUser()
    const org = await newOrg(ada)
    const bob = await addMember(ada, org, "owner")
    const replies = await Promise.all(
      [ada, bob].map(({ headers }) => orgs.leave({ headers, params: { org } })),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([204, 409]))
  })
})

describe("a removed member", () => {
  it("is out with the next call", async () => {
    const ada = await newUser()
    const org = await newOrg(ada)
    const bob = await addMember(ada, org, "admin")
    expect(await isMember(bob, org)).toBe(true)
    await orgs.remove({ headers: ada.headers, params: { org, user: bob.id } }).orThrow()
    expect(await isMember(bob, org)).toBe(false)
    expect((await orgs.index({ headers: bob.headers })).body).toEqual([])
  })
})

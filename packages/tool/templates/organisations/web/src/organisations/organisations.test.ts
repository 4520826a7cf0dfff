import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { TestApp, TestReply } from "trivet/testing"
import { Db } from "../database/db.ts"
import { UsersStore } from "../users/users-store.ts"
import { Browser, createSite } from "../testing/create-site.ts"

let app: TestApp
beforeAll(async () => {
  app = await createSite()
}, 60_000)
afterAll(() => app.stop())

const statusAndTarget = (reply: TestReply) => [reply.status, reply.headers.get("location")]

let count = 0
function newPerson() {
  const name = `user${++count}`
  return { name, email: `${name}@example.com`, password: "correct horse" }
}

async function signUp(person = newPerson()) {
  const browser = new Browser(app)
  await browser.post("/sign-up", person)
  return { ...person, browser, id: (await app.get(UsersStore).findByEmail(person.email))!.id }
}
type User = Awaited<ReturnType<typeof signUp>>

/** Creates an organisation, and returns the path of its page. */
async function newOrg({ browser }: User, name = "Lamps"): Promise<string> {
  return (await browser.post("/orgs", { name })).headers.get("location")!
}

/** Invites somebody, and returns the link of the mail. */
async function invite({ browser }: User, org: string, email: string, role = "member"): Promise<string> {
  const sent = await browser.post(`${org}/invitations`, { email, role })
  expect(statusAndTarget(sent)).toEqual([303, `${org}/invitations`])
  const { text } = await app.mailTo(email, /\/invitation/)
  return /http:\/\/localhost:3000(\S+)/.exec(text)![1]!
}

async function addMember(by: User, org: string, role = "member"): Promise<User> {
  const user = await signUp()
  await user.browser.get(await invite(by, org, user.email, role))
  expect(statusAndTarget(await user.browser.post("/join", {}))).toEqual([303, org])
  return user
}

const textOf = async ({ browser }: User, path: string) => (await browser.get(path)).text()

describe("an organisation", () => {
  it("has a page for its members, which does not exist for others", async () => {
    const [ada, eve] = [await signUp(), await signUp()]
    const org = await newOrg(ada, "<Lamps>")
    expect(await textOf(ada, org)).toContain("<h1>&lt;Lamps&gt;</h1>")
    expect(await textOf(ada, "/orgs")).toContain("Your role: owner")
    expect(await textOf(eve, "/orgs")).not.toContain("Lamps")
    for (const path of [org, "/orgs/x", `/orgs/${crypto.randomUUID()}`])
      expect((await eve.browser.get(path)).status).toBe(404)
    expect((await ada.browser.post("/orgs", { name: "" })).text()).toContain("Name is required")
  })

  it("leads to the others of the user, and to no other one", async () => {
    const [ada, eve] = [await signUp(), await signUp()]
    const [lamps, chairs] = [await newOrg(ada, "Lamps"), await newOrg(ada, "Chairs")]
    const desks = await newOrg(eve, "Desks")
    const page = await textOf(ada, lamps)
    expect(page).toContain(`<a href="${chairs}">Chairs</a>`)
    expect(page).not.toContain(desks)
  })

  it("shows what has changed with names, to those who may read it", async () => {
    const ada = await signUp()
    const org = await newOrg(ada)
    const bob = await addMember(ada, org)
    await ada.browser.post(`${org}/members/${bob.id}/role`, { role: "admin" })
    const page = (await textOf(bob, `${org}/events`)).replaceAll(/<[^>]+>/g, "")
    expect(page).toContain(`${ada.name}: role changed, ${bob.name} from member to admin`)
    expect(page).toContain(`${bob.name}: joined, as member`)
    expect(page).not.toContain(bob.id)
  })
})

describe("the link of an invitation", () => {
  it("leads through signing up, and its token is in no address, page or log", async () => {
    const ada = await signUp()
    const org = await newOrg(ada)
    const bob = newPerson()
    const link = await invite(ada, org, bob.email, "admin")
    const token = new URL(link, "http://localhost").searchParams.get("token")!
    const browser = new Browser(app)
    const opened = await browser.get(link)
    expect(statusAndTarget(opened)).toEqual([303, "/join"])
    expect(opened.headers.get("cache-control")).toBe("no-store")
    expect(opened.headers.all("set-cookie")).toEqual([
      expect.stringMatching(/^invitation=[\w-]{43};.*HttpOnly; SameSite=Lax$/),
    ])
    // Nothing has happened: programs that check mails open links too.
    const page = (await browser.get("/join")).text()
    expect(page).toContain('href="/sign-up"')
    expect(statusAndTarget(await browser.post("/join", {}))).toEqual([303, "/sign-in"])
    expect(statusAndTarget(await browser.post("/sign-up", bob))).toEqual([303, "/join"])
    const form = (await browser.get("/join")).text()
    expect(form).toContain(bob.email)
    expect(statusAndTarget(await browser.post("/join", {}))).toEqual([303, org])
    expect((await browser.get(org)).text()).toContain("You are a member of Lamps now.")
    expect(page + form + JSON.stringify(app.logs)).not.toContain(token)
    // The next sign-in leads to the first page again.
    await browser.post("/sign-out", {})
    expect(statusAndTarget(await browser.post("/sign-in", bob))).toEqual([303, "/"])
  })

  it("joins once, with the address that it was sent to", async () => {
    const [ada, bob, eve] = [await signUp(), await signUp(), await signUp()]
    const org = await newOrg(ada)
    const link = await invite(ada, org, bob.email)
    await eve.browser.get(link)
    const other = await eve.browser.post("/join", {})
    expect([other.status, other.text().includes("not valid any more")]).toEqual([422, true])
    // The invitation waits while somebody signs in with another account.
    await eve.browser.get(link)
    await eve.browser.post("/sign-out", {})
    const { email, password } = bob
    expect(statusAndTarget(await eve.browser.post("/sign-in", { email, password }))).toEqual([303, "/join"])
    await bob.browser.get(link)
    const replies = await Promise.all([bob, eve].map(({ browser }) => browser.post("/join", {})))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([303, 422]))
    expect((await bob.browser.post("/join", {})).status).toBe(422)
  })

  it("ends when the invitation is withdrawn", async () => {
    const [ada, bob] = [await signUp(), await signUp()]
    const org = await newOrg(ada)
    await bob.browser.get(await invite(ada, org, bob.email))
    const [, action = ""] = /action="([^"]+\/withdraw)"/.exec(await textOf(ada, `${org}/invitations`)) ?? []
    await ada.browser.post(action, {})
    expect(await textOf(ada, `${org}/invitations`)).toContain("No invitation is open.")
    expect((await bob.browser.post("/join", {})).status).toBe(422)
  })
})

describe("the pages", () => {
  it("list fifty members at a time, and say when too many invitations are open", async () => {
    const [ada, db] = [await signUp(), app.get(Db)]
    const org = await newOrg(ada)
    const [org_id, created_at] = [org.split("/").at(-1)!, new Date()]
    const users = Array.from({ length: 100 }, (_, at) => {
      return { id: randomUUID(), email: `${at}@${org_id}.example`, password: "", name: `Z${at}`, created_at }
    })
    const members = users.map(({ id }) => ({ org_id, user_id: id, role: "member" as const, created_at }))
    await db.insertInto("users").values(users).execute()
    await db.insertInto("members").values(members).execute()
    const seen: string[] = []
    for (let path: string | undefined = org; path !== undefined;) {
      const page = await textOf(ada, path)
      seen.push(...[...page.matchAll(/<p>([^<]+@[^<]+), (?:member|owner)<\/p>/g)].map(([, email]) => email!))
      path = /href="([^"]+)">More members/.exec(page)?.[1]
    }
    expect([seen.length, new Set(seen).size]).toEqual([101, 101])
    const invitations = users.map(({ email }) => {
      const expires_at = new Date("2100-01-01")
      return {
        id: randomUUID(),
        org_id,
        email,
        role: "member" as const,
        digest: null,
        created_at,
        expires_at,
      }
    })
    await db.insertInto("invitations").values(invitations).execute()
    const more = await ada.browser.post(`${org}/invitations`, { email: "one@more.example", role: "member" })
    expect([more.status, more.text().includes("withdraw one first")]).toEqual([422, true])
  })

  it("offer what the role permits", async () => {
    const ada = await signUp()
    const org = await newOrg(ada)
    const [admin, member] = [await addMember(ada, org, "admin"), await addMember(ada, org)]
    const seen = async (user: User) => {
      const page = await textOf(user, org)
      return ["/invitations", "/events", `${ada.id}/role`, `${member.id}/remove`, ">owner</option>"].map(
        (text) => page.includes(text),
      )
    }
    expect(await seen(ada)).toEqual([true, true, true, true, true])
    expect(await seen(admin)).toEqual([true, true, false, true, false])
    expect(await seen(member)).toEqual([false, false, false, false, false])
    expect((await member.browser.get(`${org}/invitations`)).status).toBe(403)
    expect((await admin.browser.post(`${org}/members/${ada.id}/remove`, {})).status).toBe(403)
    await ada.browser.post(`${org}/members/${admin.id}/remove`, {})
    expect((await admin.browser.get(org)).status).toBe(404)
  })

  it("say why the last owner stays, and let one of two leave", async () => {
    const ada = await signUp()
    const org = await newOrg(ada)
    const reason = "Make somebody else an owner first."
    const attempts = [
      ["/leave", {}],
      [`/members/${ada.id}/role`, { role: "member" }],
    ] as const
    for (const [path, fields] of attempts) {
      expect(statusAndTarget(await ada.browser.post(org + path, fields))).toEqual([303, org])
      expect(await textOf(ada, org)).toContain(reason)
    }
    const bob = await addMember(ada, org, "owner")
    const replies = await Promise.all([ada, bob].map(({ browser }) => browser.post(`${org}/leave`, {})))
    expect(new Set(replies.map((reply) => reply.headers.get("location")))).toEqual(new Set(["/orgs", org]))
  })

  it("let nobody delete the account of a last owner", async () => {
    const ada = await signUp()
    const org = await newOrg(ada)
    await addMember(ada, org)
    const deleted = await ada.browser.post("/account/delete", { password: ada.password })
    expect([deleted.status, deleted.text().includes("last owner of Lamps")]).toEqual([422, true])
  })
})

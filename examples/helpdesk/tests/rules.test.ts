import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Db } from "../src/database/db.ts"
import { createHelpdesk, type Helpdesk } from "./testing/create-helpdesk.ts"
import { Person } from "./testing/person.ts"

const title = "Purple cable smells"
const notes = () => new File(["<script>alert(1)</script>"], "notes (final).html", { type: "text/html" })

let desk: Helpdesk
let people: Readonly<Record<"customer" | "friend" | "stranger" | "manager" | "colleague" | "agent", Person>>
/** The organisation of the customer. */
let org: string
let path: string

beforeAll(async () => {
  desk = await createHelpdesk()
  const [customer, friend, stranger] = [
    await desk.join("Ada"),
    await desk.join("Bob"),
    await desk.join("Eve"),
  ]
  org = await newOrganisation(customer)
  await newOrganisation(stranger)
  const [manager, colleague] = [await desk.join("Joan"), await desk.join("Ken")]
  await invite(manager, "admin")
  await invite(colleague, "member")
  people = { customer, friend, stranger, manager, colleague, agent: await desk.join("Grace", "agent") }
  path = await customer.open(title, "A quince is stuck in it.", notes(), org)

  async function newOrganisation(owner: Person): Promise<string> {
    return (await owner.post("/orgs", { name: "Lamps" })).headers.get("location")!
  }
  async function invite(person: Person, role: string): Promise<void> {
    await customer.post(`${org}/invitations`, { email: person.email, role })
    const { text } = await desk.app.mailTo(person.email, /\/invitation/)
    await person.get(/\/invitation\S+/.exec(text)![0])
    expect((await person.post("/join")).headers.get("location")).toBe(org)
  }
  await customer.post(`${path}/shares`, { email: friend.email })
})
afterAll(() => desk.stop())

const attachmentOf = async () => {
  const page = (await people.customer.get(path)).text()
  return /href="(\/tickets\/[^"]+\/attachments\/[^"]+)"/.exec(page)![1]!
}
const textOf = async (who: Person, from: string) => (await who.get(from)).text()
const replies = async (who: Person) => {
  const client = await who.client()
  const reply = await client.show({ params: { id: path.split("/").at(-1)! } })
  return JSON.stringify(reply.body)
}
const streamed = async (who: Person) => {
  const client = await who.client()
  const reply = await client.watch({ params: { id: path.split("/").at(-1)! } })
  if (reply.status !== 200) return ""
  for await (const { data } of reply.body) return data.text
  return ""
}

const ways: Readonly<Record<string, readonly [says: string, read: (who: Person) => Promise<string>]>> = {
  "the list": [title, (who) => textOf(who, "/")],
  "the list as JSON": [title, async (who) => (await who.get("/", { accept: "application/json" })).text()],
  "a search for the title": [title, (who) => textOf(who, "/?q=purple")],
  "a search for what was said": [title, (who) => textOf(who, "/?q=quince&state=open")],
  "the export": [title, (who) => textOf(who, "/tickets.csv")],
  "the page": ["A quince is stuck", (who) => textOf(who, path)],
  "an attachment": ["alert(1)", async (who) => textOf(who, await attachmentOf())],
  "the list of the API": [title, async (who) => JSON.stringify((await (await who.client()).index()).body)],
  "a search by the API": [
    title,
    async (who) => JSON.stringify((await (await who.client()).index({ query: { q: "quince" } })).body),
  ],
  "the ticket by the API": ["A quince is stuck", replies],
  "the stream by the API": ["A quince is stuck", streamed],
}

describe("what a ticket says", () => {
  for (const [name, [says, read]] of Object.entries(ways))
    it(`${name} shows it to the customer, a friend it is shared with, an admin of the organisation and an agent, and to no others`, async () => {
      const seen: string[] = []
      for (const [who, person] of Object.entries(people))
        if ((await read(person)).includes(says)) seen.push(who)
      expect(seen).toEqual(["customer", "friend", "manager", "agent"])
    })

  it("is not shown to a friend any more when sharing has ended", async () => {
    const [customer, friend] = [people.customer, await desk.join("Mallory")]
    await customer.post(`${path}/shares`, { email: friend.email.toUpperCase() })
    expect((await friend.get(path)).status).toBe(200)
    const end = /action="([^"]+\/end)"[^<]*<button[^>]+aria-label="End sharing with Mallory"/.exec(
      await textOf(customer, path),
    )![1]!
    expect((await customer.post(end)).status).toBe(303)
    for (const [name, [says, read]] of Object.entries(ways))
      expect([name, (await read(friend)).includes(says)]).toEqual([name, false])
  })
})

describe("the tickets of an organisation", () => {
  it("are listed by role for its members, and do not exist for others", async () => {
    const { customer, stranger, manager, colleague, agent } = people
    const own = await colleague.open("A cable of Ken", undefined, undefined, org)
    const titles = async (who: Person) => {
      const page = await textOf(who, `${org}/tickets`)
      return [title, "A cable of Ken"].filter((one) => page.includes(one))
    }
    expect(await titles(customer)).toEqual([title, "A cable of Ken"])
    expect(await titles(manager)).toEqual([title, "A cable of Ken"])
    expect(await titles(colleague)).toEqual(["A cable of Ken"])
    for (const who of [stranger, agent]) {
      expect((await who.get(`${org}/tickets`)).status).toBe(404)
      expect((await who.post(`${org}/tickets`, { title: "T", text: "T" })).status).toBe(404)
    }
    expect((await manager.post(`${own}/replies`, { text: "I have another one." })).status).toBe(303)
  })

  it("are gone at once for an admin who becomes a member", async () => {
    const { customer, manager } = people
    const [, member = ""] =
      /action="([^"]+)\/role">\s*<label[^>]*>Role of Joan/.exec(await textOf(customer, org)) ?? []
    await customer.post(`${member}/role`, { role: "member" })
    expect((await manager.get(path)).status).toBe(404)
    await customer.post(`${member}/role`, { role: "admin" })
    expect((await manager.get(path)).status).toBe(200)
  })
})

describe("notes", () => {
  const note = "It was the cat."
  const notesOf = (who: Person) => who.get(`${path}/notes`)

  it("are for members of the organisation who see the ticket: not for agents, friends and other organisations", async () => {
    const { customer, manager } = people
    expect((await customer.post(`${path}/notes`, { text: note })).status).toBe(303)
    expect((await notesOf(manager)).text()).toContain(note)
    for (const who of [people.friend, people.stranger, people.colleague, people.agent]) {
      expect((await notesOf(who)).status).toBe(404)
      expect((await who.post(`${path}/notes`, { text: "Mine" })).status).toBe(404)
    }
    for (const [, read] of Object.values(ways))
      for (const who of Object.values(people)) expect(await read(who)).not.toContain(note)
    expect(await textOf(customer, path)).toContain("Notes of Lamps")
    expect(await textOf(people.agent, path)).not.toContain("Notes of")
  })

  it("are kept apart by PostgreSQL, also from a query without a condition", async () => {
    const db = desk.app.get(Db)
    const all = () => db.selectFrom("notes").select("text").execute()
    const as = (org_id: string) => db.transact(all, { tenant: { org_id } })
    expect(await as(org.split("/").at(-1)!)).toEqual([{ text: note }])
    expect(await as(crypto.randomUUID())).toEqual([])
    expect(await all()).toEqual([])
  })
})

describe("an attachment", () => {
  it("is downloaded and never opened, whatever it is called", async () => {
    const { headers } = await people.customer.get(await attachmentOf())
    expect(headers.get("content-type")).toBe("application/octet-stream")
    expect(headers.get("content-disposition")).toBe('attachment; filename="notes (final).html"')
    expect(headers.get("x-content-type-options")).toBe("nosniff")
  })

  it("cannot be read by the path of another ticket", async () => {
    const own = await people.stranger.open("Mine")
    const [, , , , id] = (await attachmentOf()).split("/")
    expect((await people.stranger.get(`${own}/attachments/${id}`)).status).toBe(404)
  })

  it("of more than 2 MB is an error of the form, which keeps the text", async () => {
    const file = new File([new Uint8Array(2_100_000)], "large.bin")
    const reply = await people.customer.post(`${path}/replies`, { text: "See the file", attachment: file })
    expect(reply.status).toBe(422)
    expect(reply.text()).toMatch(/See the file<\/textarea>[\s\S]*id="attachment-error"/)
  })
})

describe("a draft", () => {
  it("is shown to its writer only, and is gone when the reply is sent", async () => {
    const { customer, friend, stranger, agent } = people
    await agent.post(`${path}/draft`, { text: "Try to <pull> it" })
    expect(await textOf(agent, path)).toContain("Try to &lt;pull&gt; it</textarea>")
    for (const [, read] of Object.values(ways))
      for (const person of [customer, friend, stranger]) expect(await read(person)).not.toContain("pull")
    await agent.post(`${path}/replies`, { text: "Try to turn it" })
    expect(await textOf(agent, path)).not.toContain("&lt;pull&gt;")
  })
})

describe("a customer", () => {
  it("writes and shares only after the address is confirmed, and nothing is shared with an address that is not", async () => {
    const fresh = await Person.signUp(desk.app, "Fresh")
    expect((await fresh.post("/tickets", { title: "T", text: "T" })).status).toBe(403)
    expect(await textOf(fresh, "/")).toContain("Confirm your e-mail address")
    const reply = await people.customer.post(`${path}/shares`, { email: fresh.email })
    expect([reply.status, reply.text().includes("Nobody has confirmed this address")]).toEqual([422, true])
  })

  it("can neither take a ticket nor share one that was shared with them", async () => {
    const { customer, friend, stranger } = people
    expect((await customer.post(`${path}/assign`)).status).toBe(403)
    expect((await friend.post(`${path}/shares`, { email: stranger.email })).status).toBe(403)
    expect((await friend.post(`${path}/close`)).status).toBe(403)
    expect(await textOf(friend, path)).not.toContain("Shared with")
  })

  it("opens a closed ticket again with a reply, and an agent's reply answers it", async () => {
    const { customer, agent } = people
    const own = await customer.open("Reopened")
    const state = async () => /<p>\s*(Open|Answered|Closed)/.exec(await textOf(customer, own))?.[1]
    const states = [await state()]
    for (const act of [
      () => agent.post(`${own}/assign`),
      () => agent.post(`${own}/replies`, { text: "Turn it off and on." }),
      () => customer.post(`${own}/close`),
      () => customer.post(`${own}/replies`, { text: "It happened again." }),
    ]) {
      expect((await act()).status).toBe(303)
      states.push(await state())
    }
    expect(states).toEqual(["Open", "Open", "Answered", "Closed", "Open"])
    expect(await textOf(customer, own)).toContain("Grace takes care of it.")
  })
})

describe("the export", () => {
  it("cannot run as a formula in a spreadsheet", async () => {
    const exporter = await desk.join("Alan")
    for (const name of ['=HYPERLINK("https://evil.example")', "+1", 'Say "hi", please'])
      await exporter.open(name)
    const lines = (await textOf(exporter, "/tickets.csv")).trimEnd().split("\r\n")
    // Behind the id.
    const cells = lines.slice(1).map((line) => line.slice(39).split(',"open",')[0])
    const expected = [`"Say ""hi"", please"`, `"'+1"`, `"'=HYPERLINK(""https://evil.example"")"`]
    expect(new Set(cells)).toEqual(new Set(expected))
  })
})

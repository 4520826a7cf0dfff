import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { Db } from "../src/database/db.ts"
import { Notices } from "../src/notices/notices.ts"
import { Tickets } from "../src/tickets/tickets.ts"
import { createHelpdesk, type Helpdesk } from "./testing/create-helpdesk.ts"
import { Person } from "./testing/person.ts"

let desk: Helpdesk
let customer: Person
let friend: Person
let agent: Person

beforeAll(async () => {
  desk = await createHelpdesk()
  ;[customer, friend] = [await desk.join("Ada"), await desk.join("Bob")]
  agent = await desk.join("Grace", "agent")
})
afterAll(() => desk.stop())
beforeEach(() => desk.mailer.clear())

/** Who got a mail with which subject, in the order of the addresses. */
async function mailed(): Promise<readonly string[]> {
  await desk.runJobs()
  return desk.mailer.mails.map(({ to, subject }) => `${to[0]!.address.split("-")[0]}: ${subject}`).toSorted()
}

describe("mails about a ticket", () => {
  it("go to all who take part, except the writer, and to nobody else", async () => {
    const path = await customer.open("No sound")
    expect(await mailed()).toEqual([])
    await customer.post(`${path}/shares`, { email: friend.email })
    await agent.post(`${path}/assign`)
    expect(await mailed()).toEqual(["bob: Shared with you: No sound"])
    desk.mailer.clear()
    await friend.post(`${path}/replies`, { text: "Mine neither." })
    expect(await mailed()).toEqual(["ada: New reply: No sound", "grace: New reply: No sound"])
    const [mail] = desk.mailer.mails
    expect(mail!.text).toContain(`http://localhost:3000${path}`)
    // What was said is read on the page, where sharing may have ended.
    expect(mail!.text).not.toContain("Mine neither")
  })

  it("are not sent for a reply that was rolled back", async () => {
    const path = await customer.open("Rolled back")
    await desk.runJobs()
    await agent.post(`${path}/assign`)
    const [id, { id: user_id }] = [path.split("/").at(-1)!, await find(customer)]
    const actor = { id: user_id, isAgent: false, isVerified: true }
    const failing = desk.app.get(Db).transact(async () => {
      await desk.app.get(Tickets).reply(actor, { id, user_id }, { text: "Never said." })
      throw new Error("not now")
    })
    await expect(failing).rejects.toThrow("not now")
    expect(await mailed()).toEqual([])
    expect((await customer.get(path)).text()).not.toContain("Never said.")
  })

  it("do not go to an address that is not the confirmed one", async () => {
    const fresh = await Person.signUp(desk.app, "Fresh")
    const path = await customer.open("Shared by hand")
    await desk.runJobs()
    desk.mailer.clear()
    const [ticket_id, { id: user_id }] = [path.split("/").at(-1)!, await find(fresh)]
    await desk.app.get(Db).insertInto("shares").values({ ticket_id, user_id }).execute()
    await customer.post(`${path}/replies`, { text: "Is anybody there?" })
    expect(await mailed()).toEqual([])
  })
})

describe("the escalation", () => {
  const rowOf = async (path: string) =>
    (await customer.get("/")).text().split(`href="${path}"`)[1]!.split("</li>")[0]!

  it("mails agents a list of the tickets that wait for more than four hours, once, until the customer is answered", async () => {
    const [one, two, answered] = [
      await customer.open("One"),
      await customer.open("Two"),
      await customer.open("Three"),
    ]
    await agent.post(`${answered}/replies`, { text: "Done." })
    await desk.runJobs()
    desk.mailer.clear()
    desk.app.clock.advance({ hours: 3, minutes: 58 })
    expect(await mailed()).toEqual([])
    desk.app.clock.advance({ minutes: 3 })
    // The tickets of the tests above wait too.
    expect(await mailed()).toEqual([expect.stringMatching(/^grace: \d tickets are overdue$/)])
    const { text } = desk.mailer.mails[0]!
    expect([text.includes(one), text.includes(two), text.includes(answered)]).toEqual([true, true, false])
    expect([(await rowOf(one)).includes("Overdue"), (await rowOf(answered)).includes("Overdue")]).toEqual([
      true,
      false,
    ])
    desk.mailer.clear()
    desk.app.clock.advance({ hours: 1 })
    expect(await mailed()).toEqual([])
    await agent.post(`${one}/replies`, { text: "Sorry for the delay." })
    expect(await rowOf(one)).not.toContain("Overdue")
  })

  it("counts from the first question that was not answered", async () => {
    const path = await customer.open("Waiting")
    desk.app.clock.advance({ hours: 3 })
    await customer.post(`${path}/replies`, { text: "Hello?" })
    desk.app.clock.advance({ hours: 1, minutes: 1 })
    await desk.runJobs()
    expect(await rowOf(path)).toContain("Overdue")
  })

  it("of two at once takes each ticket once", async () => {
    const tickets = await Promise.all(["A", "B", "C"].map((title) => customer.open(`Twice ${title}`)))
    await desk.runJobs()
    desk.mailer.clear()
    await desk.app
      .get(Db)
      .updateTable("tickets")
      .set({ due_at: new Date(0) })
      .where(
        "id",
        "in",
        tickets.map((path) => path.split("/").at(-1)!),
      )
      .execute()
    const notices = desk.app.get(Notices)
    await Promise.all([notices, notices].map((one) => desk.app.get(Db).transact(() => one.escalate())))
    await desk.runJobs()
    const listed = desk.mailer.mails.flatMap(({ text }) => tickets.filter((path) => text.includes(path)))
    expect(listed.toSorted()).toEqual(tickets.toSorted())
  })
})

function find({ email }: Person) {
  return desk.app
    .get(Db)
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow()
}

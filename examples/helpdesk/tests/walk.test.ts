import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import type { Browser } from "playwright-core"
import pg from "pg"
import { createClient } from "trivet/client"
import { afterAll, beforeAll, expect, it } from "vitest"
import { MailServer } from "../../../packages/mail/tests/smtp/mail-server.ts"
import { headerTextOf } from "../../../packages/mail/tests/smtp/received-mail.ts"
import { launchBrowser, Visit } from "../../blog/tests/testing/visit.ts"
import { TicketsApi } from "../src/api/tickets-contract.ts"
import { migrations } from "../src/database/database-module.ts"
import { type RunningHelpdesk, startHelpdesk } from "./testing/start-helpdesk.ts"

// Pictures of the pages: SCREENSHOTS=folder npx vitest run examples/helpdesk/tests/walk.test.ts
let database: TestDatabase
let mails: MailServer
let desk: RunningHelpdesk
let browser: Browser
const password = "correct horse"
const looked = new Set<string>()

beforeAll(async () => {
  ;[database, mails, browser] = await Promise.all([
    createTestDatabase({ migrations }),
    MailServer.start(),
    launchBrowser(),
  ])
  desk = await startHelpdesk({ DATABASE_URL: database.url, MAIL_URL: mails.url, RATE_LIMIT: "off" })
})
afterAll(async () => {
  await browser?.close()
  await desk?.stop()
  await mails?.stop()
  await database?.drop()
})

/** Compares a page with the rules of accessibility, once, and with the width of a phone. */
async function look(visit: Visit, name: string): Promise<void> {
  if (looked.has(name)) return
  looked.add(name)
  expect(await visit.look(name)).toEqual([])
  const { page } = visit
  await page.setViewportSize({ width: 390, height: 844 })
  expect([name, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([name, 390])
  await page.setViewportSize({ width: 1280, height: 900 })
}

/** Somebody who signs up in a window and confirms the address by the link in the mail. */
async function join(
  name: string,
  javaScript: boolean,
): Promise<{ readonly visit: Visit; readonly email: string }> {
  const visit = await Visit.begin(browser, desk.url, javaScript)
  const email = `${name.toLowerCase()}-${crypto.randomUUID()}@example.org`
  await visit.open("/sign-up")
  await look(visit, "sign-up")
  await visit.fill("Name", name)
  await visit.fill("E-mail address", email)
  await visit.fill("Password", password)
  await visit.press("Sign up")
  await look(visit, "unconfirmed")
  await expect.poll(() => linkTo(email)).toBeDefined()
  await visit.page.goto(linkTo(email)!)
  await visit.press("Confirm")
  await visit.page.getByText("Your e-mail address is confirmed.").waitFor()
  return { visit, email }
}

/** A job that is dead, and whose data are gone. Returns its id. */
async function addDeadJob(): Promise<string> {
  const id = crypto.randomUUID()
  const data = { ticket_id: id, user_id: id, note: "<script>alert(1)</script>".repeat(20) }
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(
    `insert into pgboss.job (id, name, state, data, output, started_on, completed_on)
     values ($1, 'tickets/shared', 'failed', $2, $3, now(), now())`,
    [id, JSON.stringify(data), JSON.stringify({ error: "Error: <img src=x> no paper" })],
  )
  await client.end()
  return id
}

const linkTo = (email: string) =>
  /http\S+confirm-email\S+/.exec(mails.mails.findLast(({ to }) => to.includes(email))?.text ?? "")?.[0]
const subjects = (email: string) =>
  mails.mails.filter(({ to }) => to.includes(email)).map((mail) => headerTextOf(mail, "subject"))

it.each([true, false])(
  "is walked by a customer, an agent and a friend in windows of their own; scripts: %s",
  async (scripts) => {
    const customer = await join("Ada", scripts)
    const agent = await join("Grace", scripts)
    const friend = await join("Bob", scripts)
    expect(await desk.command("users", "agent", agent.email)).toContain("agent")

    // The customer begins a ticket, with a file.
    const { visit } = customer
    await visit.open("/")
    await visit.follow("New ticket")
    await visit.fill("Title", "")
    await visit.refused(422, () => visit.press("Send"))
    await visit.page.getByText("A description is required").waitFor()
    await look(visit, "new-ticket-refused")
    await visit.fill(
      "Title",
      "A <noisy> printer with a-very-long-name-that-has-no-space-to-break-at-and-goes-on-and-on",
    )
    await visit.fill("What happened?", "It hums.\nAll day.")
    await visit.page
      .getByLabel("File (up to 2 MB)")
      .setInputFiles({ name: "hum.txt", mimeType: "text/plain", buffer: Buffer.from("mmm") })
    await visit.press("Send")
    await visit.page.getByText("Your ticket was sent.").waitFor()
    const path = visit.path
    await look(visit, "ticket-of-customer")
    const [download] = await Promise.all([visit.page.waitForEvent("download"), visit.follow("hum.txt")])
    expect(download.suggestedFilename()).toBe("hum.txt")

    // The agent finds it, takes it, saves a draft, and replies.
    await agent.visit.open("/")
    await look(agent.visit, "tickets")
    await agent.visit.fill("Words", "hums")
    await agent.visit.press("Search")
    await agent.visit.page.getByRole("link", { name: /noisy/ }).first().click()
    await agent.visit.press("Take this ticket")
    await agent.visit.page.getByText("Grace takes care of it.").waitFor()
    expect(await agent.visit.page.getByRole("button", { name: "Take this ticket" }).count()).toBe(0)
    await agent.visit.fill("Your reply", "Is it on a shelf?")
    await agent.visit.press("Save as draft")
    await agent.visit.page.getByText("Saved. Only you see it.").waitFor()
    expect(await agent.visit.page.getByLabel("Your reply").inputValue()).toBe("Is it on a shelf?")
    await look(agent.visit, "ticket-of-agent")
    await agent.visit.press("Reply")
    await agent.visit.page.locator("#reply-2").waitFor()

    // The customer's page shows it: by itself with scripts, after a reload without.
    if (!scripts) await visit.page.reload()
    await visit.page.locator("#reply-2").getByText("Is it on a shelf?").waitFor()
    expect(await visit.page.locator("#reply-2").count()).toBe(1)
    await expect
      .poll(() => subjects(customer.email).some((subject) => subject.startsWith("New reply: A <noisy>")))
      .toBe(true)
    await visit.fill("Your reply", "<b>Yes</b>, on a shelf.")
    await visit.press("Reply")
    if (!scripts) await agent.visit.page.reload()
    await agent.visit.page.locator("#reply-3").getByText("<b>Yes</b>, on a shelf.").waitFor()

    // The customer shares the ticket with a friend, who answers, and ends it again.
    await visit.fill("E-mail address of another user", friend.email)
    await visit.press("Share")
    await visit.page.getByRole("button", { name: "End sharing with Bob" }).waitFor()
    await look(visit, "ticket-shared")
    await expect
      .poll(() => subjects(friend.email).some((subject) => subject.startsWith("Shared with you")))
      .toBe(true)
    await friend.visit.open(path)
    await friend.visit.fill("Your reply", "Mine hums too.")
    await friend.visit.press("Reply")
    if (!scripts) await visit.page.reload()
    await visit.page.locator("#reply-4").getByText("Mine hums too.").waitFor()
    await visit.press("End sharing with Bob")
    await visit.page.getByText("Nobody else.").waitFor()
    await friend.visit.refused(404, () => friend.visit.open(path))
    await look(friend.visit, "not-found")

    // A program of the customer reads along by the API.
    await visit.open("/account/keys")
    await visit.fill("Name", "reader")
    await visit.fill("Password", password)
    await visit.press("Create the key")
    const key = await visit.page.getByLabel("API key").inputValue()
    const client = createClient(TicketsApi, { url: desk.url, headers: { "x-api-key": key } })
    const titles: string[] = []
    for await (const { title } of client.index.all({ query: { limit: 1 } })) titles.push(title)
    expect(titles).toHaveLength(1)
    const id = path.split("/").at(-1)!
    const watched = await client.watch({ params: { id } }).orThrow()
    const said: string[] = []
    for await (const { data } of watched.body) {
      said.push(data.text)
      if (said.length === 4)
        await client.reply({ params: { id }, body: { text: "Solved by moving it." } }).orThrow()
      if (said.length === 5) break
    }
    expect(said).toEqual([
      "It hums.\nAll day.",
      "Is it on a shelf?",
      "<b>Yes</b>, on a shelf.",
      "Mine hums too.",
      "Solved by moving it.",
    ])
    expect(await desk.command("tickets", "list", "--q", "moving", "--json")).toContain(id)

    await visit.open(path)
    await visit.press("Close this ticket")
    await expect.poll(() => visit.page.getByRole("button", { name: "Close this ticket" }).count()).toBe(0)
    await look(visit, "ticket-closed")

    // A ticket of the customer's company, with a note that the agent does not see.
    await visit.open("/orgs")
    await visit.fill("Name", "Lamps")
    await visit.press("Create")
    await visit.follow("Tickets")
    await visit.fill("Title", "No light")
    await visit.fill("What happened?", "It is dark.")
    await look(visit, "tickets-of-organisation")
    await visit.press("Send")
    await visit.follow("Notes of Lamps")
    await visit.fill("New note", "It was the cat.")
    await visit.press("Add the note")
    await visit.page.getByText("It was the cat.").waitFor()
    await look(visit, "notes")
    await agent.visit.refused(404, () => agent.visit.open(visit.path))

    // The agent looks after the queues. The customer may not.
    await visit.refused(403, () => visit.open("/queues"))
    const dead = await addDeadJob()
    await agent.visit.open("/queues")
    await look(agent.visit, "queues")
    const shares = agent.visit.page.getByRole("listitem").filter({ hasText: "tickets/shared" })
    await shares.getByRole("button", { name: "Pause" }).click()
    await agent.visit.page.getByText("The queue is paused.").waitFor()
    await shares.getByRole("button", { name: "Resume" }).click()
    await shares.getByRole("link", { name: "tickets/shared" }).click()
    await look(agent.visit, "queue")
    await agent.visit.follow(dead)
    expect(await agent.visit.page.locator("pre").first().innerText()).toContain("<img src=x> no paper")
    await look(agent.visit, "job")
    await agent.visit.press("Retry")
    await agent.visit.page.getByText("The job waits again.").waitFor()
    await expect.poll(() => desk.command("jobs", "show", dead)).toMatch(/state +done/)
    for (const person of [customer, agent, friend]) {
      expect(person.visit.complaints).toEqual([])
      await person.visit.end()
    }
  },
)

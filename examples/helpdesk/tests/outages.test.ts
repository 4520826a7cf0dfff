import { setTimeout as sleep } from "node:timers/promises"
import { PrivatePostgres } from "@trivet/postgres/testing"
import { PrivateRedis } from "@trivet/redis/testing"
import { createClient } from "trivet/client"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { MailServer } from "../../../packages/mail/tests/smtp/mail-server.ts"
import { headerTextOf } from "../../../packages/mail/tests/smtp/received-mail.ts"
import { noteFigure } from "../../../scripts/suite/note-figure.ts"
import { TicketsApi } from "../src/api/tickets-contract.ts"
import { confirm, join, type Member, send } from "./access.ts"
import { type RunningHelpdesk, startHelpdesk } from "./testing/start-helpdesk.ts"

// Five rounds of all outages, and all mails: TRIVET_LONG=1 npx vitest run examples/helpdesk/tests/outages.test.ts
const isLong = process.env["TRIVET_LONG"] === "1"
const rounds = isLong ? 5 : 1

let postgres: PrivatePostgres
let redis: PrivateRedis
let mails: MailServer
let desk: RunningHelpdesk
let customer: Member
let friend: Member

beforeAll(async () => {
  ;[postgres, redis, mails] = await Promise.all([
    PrivatePostgres.start(),
    PrivateRedis.start(),
    MailServer.start(),
  ])
  desk = await startHelpdesk({
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    MAIL_URL: mails.url,
    WORKERS: "2",
    RATE_LIMIT: "off",
  })
  const server = { url: desk.url, fetch, mailTo }
  ;[customer, friend] = [await join(server, "customer"), await join(server, "friend")]
  await Promise.all([confirm(server, customer), confirm(server, friend)])
})
afterAll(async () => {
  await desk?.stop()
  await Promise.all([mails?.stop(), redis?.stop(), postgres?.remove()])
})

/** The first such mail to somebody, as soon as it has come. */
async function mailTo(address: string, wanted = /(?:)/) {
  const find = () => mails.mails.find(({ to, text = "" }) => to.includes(address) && wanted.test(text))
  // `expect.poll()` is for tests, and this runs before them.
  const found = await vi.waitUntil(find, { timeout: 20_000 })
  return { subject: headerTextOf(found, "subject"), text: found.text ?? "" }
}

/** What breaks, and comes back. */
const outages = {
  "a worker is killed": async () => {
    const { length } = desk.workers
    process.kill(desk.workers.at(-1)!, "SIGKILL")
    await expect.poll(() => desk.workers.length).toBeGreaterThan(length)
  },
  "PostgreSQL crashes and starts": async () => {
    await postgres.stop("immediate")
    await postgres.start()
  },
  "Redis is killed and starts empty": async () => {
    await redis.stop()
    await sleep(500)
    await redis.start()
  },
}

it(`loses no reply, job, mail or live message of two workers in ${rounds} rounds of outages`, async () => {
  const server = { url: desk.url, fetch }
  const ticket = await send(server, "/tickets", { title: "Outages", text: "0" }, customer)
  const path = ticket.headers.get("location")!
  await send(server, `${path}/shares`, { email: friend.email }, customer)
  const id = path.split("/").at(-1)!
  const client = createClient(TicketsApi, { url: desk.url, headers: friend.key, timeout: 20_000 })

  const seen: string[] = []
  const ended = new AbortController()
  const reading = read(client, id, seen, ended.signal)

  const acknowledged = new Set<string>()
  const over = new AbortController()
  let [number, unknown] = [0, 0]
  const write = async () => {
    while (!over.signal.aborted) {
      const text = `reply ${++number}`
      const said = await send(server, `${path}/replies`, { text }, customer).then(
        () => true,
        () => false,
      )
      if (said) acknowledged.add(text)
      else unknown++
      await sleep(said ? 20 : 100)
    }
  }
  const writing = [write(), write(), write()]
  for (let round = 0; round < rounds; round++)
    for (const outage of Object.values(outages)) {
      const { size } = acknowledged
      await expect.poll(() => acknowledged.size).toBeGreaterThan(size + 30)
      await outage()
    }
  const { size } = acknowledged
  await expect.poll(() => acknowledged.size).toBeGreaterThan(size + 30)
  over.abort()
  await Promise.all(writing)

  const rows = await postgres.query<{ number: number; text: string }>(
    "select number, text from replies where ticket_id = $1 order by number",
    [id],
  )
  const stored = rows.map(({ text }) => text)
  expect(rows.map((row) => row.number)).toEqual(rows.map((_, at) => at + 1))
  expect([...acknowledged].filter((text) => !stored.includes(text))).toEqual([])
  expect(new Set(stored).size).toBe(stored.length)
  expect(stored.length - 1 - acknowledged.size).toBeLessThanOrEqual(unknown)

  // Each stored reply has its job, which was committed with it.
  const jobs = await postgres.query<{ number: number }>(
    "select (data ->> 'number')::int as number from pgboss.job where name = 'tickets/replied' order by 1",
  )
  expect(jobs.map((job) => job.number)).toEqual(rows.map((row) => row.number))

  const mailed = () =>
    mails.mails.filter(({ to, source }) => to.includes(friend.email) && source.includes("New reply")).length
  // The jobs of a process that was killed are taken over after a minute, and then all mails are there.
  if (isLong) await expect.poll(mailed, { timeout: 120_000 }).toBeGreaterThanOrEqual(stored.length - 1)
  // One more message shows what was published while Redis was unavailable.
  await send(server, `${path}/replies`, { text: "the end" }, customer)
  await expect.poll(() => seen.at(-1)).toBe("the end")
  expect(seen).toEqual([...stored, "the end"])
  ended.abort()
  await reading
  noteFigure(
    "worker killed, PostgreSQL and Redis restarted",
    "helpdesk, 2 workers",
    `0 of ${acknowledged.size} replies lost, ${unknown} unanswered, ${mailed()} mails, ${seen.length} live messages`,
  )
})

/** Follows a ticket as a program does that must miss nothing: the client resumes; this begins again where it gives up. */
async function read(
  client: ReturnType<typeof createClient<typeof TicketsApi>>,
  id: string,
  seen: string[],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const headers = { "last-event-id": String(seen.length) }
      const { body } = await client.watch({ params: { id }, headers, signal }).orThrow()
      for await (const { data } of body) seen.push(data.text)
    } catch {
      await sleep(200)
    }
  }
}

import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, describe, expect, it } from "vitest"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"
import { PrivatePostgres } from "../../src/testing/private-postgres.ts"
import { createTestDatabase } from "../../src/testing/test-database.ts"
import { auditTransfers, isSuccess, type SentTransfer, sendTransfers } from "./attacked/send-transfers.ts"
import { createTables, type Failure, serveTransfers, type ServedTransfers } from "./attacked/transfers.ts"

// TRIVET_LONG=1 makes 10,000 calls, on PGlite 1,000.
const long = process.env["TRIVET_LONG"] === "1"
const counts = long
  ? { PostgreSQL: 10_000, PGlite: 1_000, killed: 10_000 }
  : { PostgreSQL: 300, PGlite: 150, killed: 600 }

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** What clients were told, by where the handler failed. */
function statusesOf(sent: readonly SentTransfer[]): Record<string, number[]> {
  const byPoint = Map.groupBy(sent, ({ point }) => point)
  return Object.fromEntries(
    [...byPoint].map(([point, list]) => [point, [...new Set(list.map(({ status }) => status))]]),
  )
}

const expected: Record<Failure | "none", number[]> = {
  none: [201],
  invalid: [400],
  before: [500],
  first: [409],
  between: [409],
  constraint: [500],
  swallowed: [500],
  deferred: [500],
  thrown: [500],
  status: [404],
  error: [500],
  mapped: [422],
  reply: [500],
  response: [503],
  unread: [500],
}

describe("calls in a transaction of which half fail, at every point", () => {
  it.each(["PostgreSQL", "PGlite"] as const)(
    "have all of their effects on %s if the client was told so, else none",
    { timeout: 600_000 },
    async (kind) => {
      let app: ServedTransfers
      if (kind === "PGlite") app = await serveTransfers({ url: "pglite://memory" })
      else {
        const test = await createTestDatabase()
        ends.push(() => test.drop())
        app = await serveTransfers({
          url: test.url,
          production: true,
          acquireTimeout: 30_000,
          statementTimeout: 30_000,
        })
      }
      ends.push(() => app.stop())
      await createTables.execute(app.db)

      const sent = await sendTransfers(app, counts[kind])

      const { cancelled = [], ...told } = statusesOf(sent)
      expect(told).toEqual(expected)
      expect(cancelled).toContain(0)
      const audit = await auditTransfers(app.db, sent)
      expect(audit).toEqual({ partial: 0, lost: 0, kept: 0, unknown: 0 })
      expect(app.db.pool).toMatchObject({ idle: app.db.pool.open, waiting: 0 })
      noteFigure(
        "half of the calls fail, at 15 points",
        kind,
        `${audit.partial} of ${sent.length} calls half done`,
      )
    },
  )

  it(
    "have all of their effects or none when PostgreSQL is killed, and those that were acknowledged stay",
    { timeout: 600_000 },
    async () => {
      const server = await PrivatePostgres.start()
      ends.push(() => server.remove())
      const app = await serveTransfers({ url: server.url, production: true })
      ends.push(() => app.stop())
      await createTables.execute(app.db)

      const kills = long ? 20 : 2
      const progress = { sent: 0 }
      const killing = (async () => {
        for (let kill = 1; kill <= kills; kill++) {
          while (progress.sent < (kill * counts.killed) / (kills + 1)) await sleep(5)
          await (kill % 2 === 0 ? killBackend(server) : killServer(server))
        }
      })()
      const sent = await sendTransfers(app, counts.killed, (at) => (progress.sent = at))
      await killing
      await expect.poll(() => app.db.onHealth().then(() => true)).toBe(true)

      const { unknown, ...audit } = await auditTransfers(app.db, sent)
      expect(audit).toEqual({ partial: 0, lost: 0, kept: 0 })
      const wanted = sent.filter(({ point }) => point === "none")
      const made = wanted.filter(({ status }) => isSuccess(status))
      expect(made.length).toBeGreaterThan(wanted.length / 10)
      const others = wanted.filter(({ status }) => !isSuccess(status))
      expect(new Set(others.map(({ status }) => status))).toEqual(new Set([503]))
      noteFigure(
        "half of the calls fail, and PostgreSQL is killed with SIGKILL",
        "PostgreSQL",
        `${audit.partial} of ${sent.length} calls half done over ${kills} kills; ${made.length} acknowledged and there, ${others.length} of 503, of which ${unknown} were committed`,
      )
    },
  )
})

/** Kills all processes of the server at once, and starts it again. */
async function killServer(server: PrivatePostgres): Promise<void> {
  const { processes } = server
  for (const pid of processes) killProcess(pid)
  while (isAlive(processes[0]!)) await sleep(10)
  await server.start()
}

/** Kills one process that serves the application. PostgreSQL then ends all others, and recovers. */
async function killBackend(server: PrivatePostgres): Promise<void> {
  const [one] = await server.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'trivet' order by random() limit 1",
  )
  if (one !== undefined) killProcess(one.pid)
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL")
  } catch {
    // It has ended by itself meanwhile.
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

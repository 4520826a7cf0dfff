import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createTestDatabase, PrivatePostgres, type TestDatabase } from "@trivet/postgres/testing"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { PrivatePgBouncer } from "../../../../deploy/testing/private-pgbouncer.ts"
import { noteFigure } from "../../../../scripts/suite/note-figure.ts"

// 1,000 calls: TRIVET_LONG=1 npx vitest run packages/jobs/tests/tenants
const calls = process.env["TRIVET_LONG"] === "1" ? 1_000 : 200

/** What a process of the program has seen, and the rows that were there at its end. */
interface Seen {
  readonly rows: number
  readonly foreign: number
  readonly outside: number
  readonly aborted: number
  readonly statuses: Readonly<Record<string, number>>
  readonly made: {
    readonly wrong: number
    readonly undone: number
    readonly jobs: number
    readonly sockets: number
  }
}

async function runProgram(options: object, role: string, seed: number, count: number): Promise<Seen> {
  const child = fork(
    join(import.meta.dirname, "interleaved-program.ts"),
    [JSON.stringify(options), role, String(count), String(seed)],
    { execArgv: ["--conditions=@trivet/source"] },
  )
  const [seen] = (await once(child, "message")) as [Seen]
  await once(child, "exit")
  return seen
}

/** Checks what the processes have seen, and returns how many rows of others that is. */
function countForeign(all: readonly Seen[], name: string): number {
  const sum = (of: (seen: Seen) => number) => all.reduce((before, seen) => before + of(seen), 0)
  expect({
    foreign: sum(({ foreign }) => foreign),
    outside: sum(({ outside }) => outside),
    wrong: sum(({ made }) => made.wrong),
    undone: sum(({ made }) => made.undone),
  }).toEqual({ foreign: 0, outside: 0, wrong: 0, undone: 0 })
  expect(sum(({ rows }) => rows)).toBeGreaterThan(calls)
  for (const { made, statuses, aborted } of all) {
    expect(
      Math.min(made.jobs, made.sockets, aborted, statuses["422"] ?? 0, statuses["200"] ?? 0),
    ).toBeGreaterThan(0)
    expect(statuses["500"]).toBeUndefined()
  }
  const rows = sum((seen) => seen.rows)
  noteFigure("calls, jobs, streams and sockets of two tenants", name, `0 of ${rows} rows foreign`)
  return sum(({ foreign }) => foreign)
}

const role = "trivet_test_interleaved"

describe("calls of two tenants at once, with jobs, streams, sockets, errors, timeouts and aborts", () => {
  it("see and make no rows of each other in two processes", { timeout: 300_000 }, async () => {
    const test = await createTestDatabase()
    const all = await Promise.all([1, 2].map((seed) => runProgram({ url: test.url }, role, seed, calls / 2)))
    expect(countForeign(all, "PostgreSQL")).toBe(0)
    expect(await countLost(test.url)).toBe(0)
    await test.drop()
  })

  it("see and make no rows of each other on PGlite", { timeout: 300_000 }, async () => {
    const seen = await runProgram({ url: "pglite://memory" }, role, 3, calls)
    expect(countForeign([seen], "PGlite")).toBe(0)
  })

  describe("behind PgBouncer in transaction mode", () => {
    let server: PrivatePostgres
    let bouncer: PrivatePgBouncer
    beforeAll(async () => {
      server = await PrivatePostgres.start()
      // Connections take no role on here: the login itself is bound.
      await server.query(`create role ${role} login`)
      const login = new URL(server.url)
      login.username = role
      bouncer = await PrivatePgBouncer.start(login.href)
    }, 60_000)
    afterAll(async () => {
      await bouncer?.stop()
      await server?.remove()
    })

    it("see and make no rows of each other in two processes", { timeout: 300_000 }, async () => {
      const options = { url: bouncer.url, directUrl: server.url, preparedStatements: false }
      const all = await Promise.all([4, 5].map((seed) => runProgram(options, role, seed, calls / 2)))
      expect(countForeign(all, "PgBouncer")).toBe(0)
      expect(await countLost(server.url)).toBe(0)
    })
  })
})

/** Rows that belong to no tenant. A superuser counts them. */
async function countLost(url: TestDatabase["url"]): Promise<number> {
  const db = new pg.Client(url)
  await db.connect()
  const { rows } = await db.query<{ lost: number }>(
    "select count(*)::int as lost from tickets where org_id is null or title not like org_id || ' %'",
  )
  await db.end()
  return rows[0]!.lost
}

import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "kysely"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Database, type DatabaseOptions } from "../../src/index.ts"
import { PrivatePostgres } from "../../src/testing/private-postgres.ts"

class Db extends Database<{ records: { id: number } }> {}

let primary: PrivatePostgres
let standby: PrivatePostgres
beforeAll(async () => {
  primary = await PrivatePostgres.start()
  await primary.query("create table records (id integer primary key)")
  standby = await primary.startStandby()
}, 60_000)
afterAll(async () => {
  await standby.remove()
  await primary.remove()
})

const open: Db[] = []
afterEach(async () => {
  for (const db of open.splice(0)) await db.onStop()
})

function databaseOf(
  servers: readonly PrivatePostgres[],
  query = "",
  options: Partial<DatabaseOptions> = {},
): Db {
  const hosts = servers.map(({ url }) => new URL(url).host).join()
  const db = new Db({ url: `postgres://postgres@${hosts}/postgres${query}`, maxConnections: 3, ...options })
  open.push(db)
  return db
}

async function portOf(db: Db): Promise<number> {
  const { rows } = await sql<{ port: number }>`select inet_server_port() as port`.execute(db)
  return rows[0]!.port
}
const portIn = ({ url }: PrivatePostgres) => Number(new URL(url).port)

describe("several hosts in DATABASE_URL", () => {
  it("connect to the one that can be written to, wherever it stands in the list", async () => {
    for (const servers of [
      [standby, primary],
      [primary, standby],
    ]) {
      const db = databaseOf(servers)
      await db.onStart()
      expect(await portOf(db)).toBe(portIn(primary))
    }
  })

  it("connect to a standby if the URL asks for one, and take the first of any", async () => {
    for (const target of ["standby", "read-only"])
      expect(await portOf(databaseOf([primary, standby], `?target_session_attrs=${target}`))).toBe(
        portIn(standby),
      )
    expect(await portOf(databaseOf([standby, primary], "?target_session_attrs=any"))).toBe(portIn(standby))
    expect(await portOf(databaseOf([standby, primary], "?target_session_attrs=primary"))).toBe(
      portIn(primary),
    )
  })

  it("say of each server why it was not taken", async () => {
    const db = databaseOf([standby], "?target_session_attrs=read-write")
    await expect(portOf(db)).rejects.toThrow("it is a standby, and the URL asks for read-write")
    const two = databaseOf([primary, primary], "?target_session_attrs=standby")
    await expect(portOf(two)).rejects.toThrow(
      /no server of the URL can be used: it is the primary, .*; it is the primary/,
    )
    await expect(two.onHealth()).rejects.toMatchObject({ status: 503 })
  })

  it("leave a server that reports that it has become read-only, before a write fails", async () => {
    const other = await PrivatePostgres.start()
    await other.query("create table records (id integer primary key)")
    try {
      const db = databaseOf([primary, other])
      await db.onStart()
      expect(await portOf(db)).toBe(portIn(primary))
      await primary.query("alter system set default_transaction_read_only = on")
      await primary.query("select pg_reload_conf()")
      // PostgreSQL reports it with the reply to the next statement.
      await expect.poll(() => portOf(db), { timeout: 5_000 }).toBe(portIn(other))
      await db.insertInto("records").values({ id: 1 }).execute()
    } finally {
      await primary.query("alter system reset default_transaction_read_only")
      await primary.query("select pg_reload_conf()")
      await other.remove()
    }
  })

  it("pass over a server that does not answer, and do not begin with it again", async () => {
    const db = databaseOf([standby, primary], "", { acquireTimeout: 500 })
    standby.freeze()
    try {
      await expect.poll(() => portOf(db).catch(() => 0), { timeout: 5_000 }).toBe(portIn(primary))
      const began = performance.now()
      await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.05)`.execute(db)))
      expect(db.pool.open).toBe(3)
      expect(performance.now() - began).toBeLessThan(450)
    } finally {
      standby.thaw()
    }
  })

  // The last one: the standby becomes the primary.
  it("lose no acknowledged write when the primary is killed and the standby promoted", async () => {
    await primary.query("alter system set synchronous_standby_names = '*'")
    await primary.query("select pg_reload_conf()")
    await expect
      .poll(
        async () =>
          (await primary.query<{ s: string }>("select sync_state as s from pg_stat_replication"))[0]?.s,
      )
      .toBe("sync")
    const db = databaseOf([primary, standby])
    await db.onStart()
    const [acknowledged, unknown, rejected]: [number[], number[], number[]] = [[], [], []]
    let id = 1_000
    const writes = { isOver: false }
    const writer = async () => {
      while (!writes.isOver) {
        const mine = id++
        try {
          await db.insertInto("records").values({ id: mine }).execute()
          acknowledged.push(mine)
        } catch (error) {
          expect(error).toMatchObject({ status: 503 })
          const isSent = !/no server|no connection|ECONNREFUSED/.test((error as Error).message)
          ;(isSent ? unknown : rejected).push(mine)
        }
        await sleep(5)
      }
    }
    const writers = [writer(), writer(), writer()]
    await expect.poll(() => acknowledged.length).toBeGreaterThan(30)
    await primary.stop("immediate")
    const lastBefore = acknowledged.length
    await standby.query("select pg_promote(true, 30)")
    const promoted = performance.now()
    await expect
      .poll(() => acknowledged.length, { timeout: 10_000, interval: 20 })
      .toBeGreaterThan(lastBefore)
    expect(performance.now() - promoted).toBeLessThan(3_000)
    writes.isOver = true
    await Promise.all(writers)
    const rows = await standby.query<{ id: number }>("select id from records")
    const kept = new Set(rows.map((row) => row.id))
    expect(acknowledged.filter((one) => !kept.has(one))).toEqual([])
    expect(rejected.filter((one) => kept.has(one))).toEqual([])
    // At most one statement of each writer was on its way.
    expect(unknown.length).toBeLessThanOrEqual(3)
  })
})

import { createServer, type Socket } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase } from "../testing/test-database.ts"
import type { TestDatabase } from "../testing/test-server.ts"
import { Pool, type PoolOptions } from "./pool.ts"
import { connected, type WatchedClient } from "./watched-client.ts"

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

function create(options: Partial<PoolOptions> = {}): Pool {
  const connect = () => connected({ connectionString: test.url, connectionTimeoutMillis: 1_000 })
  return new Pool({
    size: 3,
    wait: 1_000,
    idle: 30_000,
    maxLifetime: Infinity,
    connect,
    log: undefined,
    ...options,
  })
}

function take(pool: Pool): Promise<WatchedClient> {
  return new Promise((resolve, reject) => {
    pool.take((failure, client) => (client === undefined ? reject(failure!) : resolve(client)))
  })
}

describe("Pool", () => {
  it("opens no more connections than it may, and no more than are needed", async () => {
    const pool = create()
    pool.giveBack(await take(pool), false)
    pool.giveBack(await take(pool), false)
    expect(pool.counts).toEqual({ open: 1, idle: 1, waiting: 0 })
    const lent = await Promise.all([take(pool), take(pool), take(pool)])
    const late = take(pool)
    expect(pool.counts).toEqual({ open: 3, idle: 0, waiting: 1 })
    pool.giveBack(lent[1], false)
    expect(await late).toBe(lent[1])
    for (const client of lent) pool.giveBack(client, false)
    await pool.end()
  })

  it("frees the place of a connection that could not even be begun", async () => {
    const pool = create({
      size: 1,
      wait: 200,
      connect: () => connected({ connectionString: "postgres://u:p/w@127.0.0.1/db" }),
    })
    for (let time = 0; time < 2; time++) await expect(take(pool)).rejects.toThrow("Invalid URL")
    await expect(pool.end()).resolves.toBeUndefined()
  })

  it("serves those who wait in the order they came", async () => {
    const pool = create({ size: 1 })
    const held = await take(pool)
    const order: number[] = []
    const waiting = [1, 2, 3].map(async (at) => {
      const client = await take(pool)
      order.push(at)
      pool.giveBack(client, false)
    })
    pool.giveBack(held, false)
    await Promise.all(waiting)
    expect(order).toEqual([1, 2, 3])
    await pool.end()
  })

  it("puts another in the place of one that is broken", async () => {
    const pool = create({ size: 1 })
    const broken = await take(pool)
    const next = take(pool)
    pool.giveBack(broken, true)
    expect(await next).not.toBe(broken)
    pool.giveBack(await next, false)
    await pool.end()
  })

  it("closes what has had nothing to do for long", async () => {
    const pool = create({ idle: 100 })
    const lent = await Promise.all([take(pool), take(pool)])
    for (const client of lent) pool.giveBack(client, false)
    await expect.poll(() => pool.counts.open).toBe(0)
    await pool.end()
  })

  it("replaces a connection that has reached its age, whether it is idle or in use", async () => {
    const pool = create({ maxLifetime: 200 })
    const [used, idle] = await Promise.all([take(pool), take(pool)])
    const began = performance.now()
    pool.giveBack(idle, false)
    await expect.poll(() => pool.counts).toEqual({ open: 1, idle: 0, waiting: 0 })
    expect(performance.now() - began).toBeGreaterThan(150)
    await expect.poll(() => used.usable).toBe(false)
    expect(await used.query("select 1")).toMatchObject({ rowCount: 1 })
    pool.giveBack(used, false)
    expect(pool.counts).toEqual({ open: 0, idle: 0, waiting: 0 })
    const next = await take(pool)
    expect([used, idle]).not.toContain(next)
    pool.giveBack(next, false)
    await pool.end()
  })

  it("does not give all connections of one time the same age", async () => {
    const pool = create({ maxLifetime: 1_000_000 })
    const lent = await Promise.all([take(pool), take(pool), take(pool)])
    const left = lent.map(({ expiresAt }) => expiresAt - performance.now())
    expect(new Set(left.map((time) => Math.round(time / 100))).size).toBeGreaterThan(1)
    expect(Math.min(...left)).toBeGreaterThan(890_000)
    expect(Math.max(...left)).toBeLessThanOrEqual(1_000_000)
    for (const client of lent) pool.giveBack(client, false)
    await pool.end()
  })

  it("replaces all of its connections at most once a second", async () => {
    const pool = create()
    const [first, second] = await Promise.all([take(pool), take(pool)])
    pool.giveBack(first, false)
    pool.retireAll()
    expect(pool.counts).toEqual({ open: 1, idle: 0, waiting: 0 })
    pool.giveBack(second, false)
    expect(pool.counts).toEqual({ open: 0, idle: 0, waiting: 0 })
    const third = await take(pool)
    pool.retireAll()
    expect(third.usable).toBe(true)
    await expect.poll(() => (pool.retireAll(), third.usable), { timeout: 5_000 }).toBe(false)
    pool.giveBack(third, false)
    await pool.end()
  })

  it("ends when the last one has been given back, and lends none after that", async () => {
    const pool = create()
    const held = await take(pool)
    let ended = false
    const end = pool.end().finally(() => {
      ended = true
    })
    await expect(take(pool)).rejects.toThrow("the application is stopping")
    expect(ended).toBe(false)
    pool.giveBack(held, false)
    await end
    expect(pool.counts).toEqual({ open: 0, idle: 0, waiting: 0 })
  })

  it("lets nobody wait longer than it may for a server that takes connections and says nothing", async () => {
    const sockets = new Set<Socket>()
    const silent = createServer((socket) => sockets.add(socket))
    await new Promise<void>((go) => silent.listen(0, "127.0.0.1", go))
    const { port } = silent.address() as { port: number }
    const client = { host: "127.0.0.1", port, user: "nobody", connectionTimeoutMillis: 300 }
    const pool = create({ wait: 300, connect: () => connected(client) })
    const began = performance.now()
    const failed = await Promise.allSettled(Array.from({ length: 10 }, () => take(pool)))
    expect(failed.every(({ status }) => status === "rejected")).toBe(true)
    expect(performance.now() - began).toBeLessThan(20_000)
    await pool.end()
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
})

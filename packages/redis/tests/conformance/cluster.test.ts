import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { createTestLog } from "trivet/testing"
import { slotCount, slotOfKey } from "../../src/connection/hash-slot.ts"
import { RedisCache, RedisConnection, RedisKeyValue, RedisUnavailable } from "../../src/index.ts"
import { PrivateCluster } from "../../src/testing/private-cluster.ts"
import { sharedRedis } from "./test-redis.ts"

let cluster: PrivateCluster
let connection: RedisConnection
let cache: RedisCache
let store: RedisKeyValue
let logged: ReturnType<typeof createTestLog>

beforeAll(async () => {
  cluster = await PrivateCluster.start()
})

afterAll(() => cluster.stop())

beforeEach(async () => {
  logged = createTestLog()
  connection = new RedisConnection({ url: cluster.url, timeout: 500, connectTimeout: 500 }, logged.log)
  cache = new RedisCache(connection, "app", { log: logged.log })
  store = new RedisKeyValue(connection, "app")
  await connection.onStart()
})

afterEach(async () => {
  for (const node of cluster.nodes) node.thaw()
  await connection.onStop()
})

/** A key of one of the nodes, by where a store puts it: `app:kv:key`, `app:cache:{:key}`. */
function keyOn(at: number, before: string, after = ""): string {
  for (let tries = 0; ; tries++) {
    const key = `${crypto.randomUUID()}-${tries}`
    if (Math.floor((slotOfKey(before + key + after) * 3) / slotCount) === at) return key
  }
}
const storeKeyOn = (at: number) => keyOn(at, "app:kv:")
const cacheKeyOn = (at: number) => keyOn(at, "app:cache:{:", "}")

async function until(isSo: () => boolean | Promise<boolean>): Promise<number> {
  const began = performance.now()
  while (!(await isSo())) {
    if (performance.now() - began > 10_000) throw new Error("it did not come to that")
    await sleep(5)
  }
  return performance.now() - began
}

const unavailable = (error: unknown) => error instanceof RedisUnavailable
const works = (key: string) =>
  store.set(key, "x").then(
    () => true,
    () => false,
  )

describe("keys in a cluster", () => {
  const odd = [
    "",
    "{",
    "}",
    "{}",
    "}{",
    "}}",
    "{{}}",
    "{}x",
    "x{}",
    "{a}b",
    "{a}c",
    "a}b",
    "a}c",
    "a{b}c",
    "é{ü}",
    ":",
  ]

  it("are in the slots that Redis counts", async () => {
    const parts = ["{", "}", "a", "é", "\u{1f600}", "\ud800", "key:", " "]
    for (let round = 0; round < 200; round++) {
      const length = Math.floor(Math.random() * 8)
      const made = Array.from({ length }, () => parts[Math.floor(Math.random() * parts.length)]).join("")
      const key = odd[round] ?? made
      expect([key, slotOfKey(key)]).toEqual([key, await connection.send(["CLUSTER", "KEYSLOT", key])])
    }
  })

  it("never meet, and have their value and their lease in one slot, whatever braces they have", async () => {
    for (const key of odd) {
      await cache.set(key, `set ${key}`, { seconds: 60 })
      await store.set(key, `kept ${key}`)
    }
    for (const key of odd) {
      expect(await cache.get(key)).toBe(`set ${key}`)
      expect(await store.get(key)).toBe(`kept ${key}`)
    }
    for (const key of odd) await cache.delete(key)
    for (const key of odd)
      expect(await cache.remember(key, { seconds: 60 }, () => `computed ${key}`)).toBe(`computed ${key}`)
    for (const key of odd) expect(await cache.get(key)).toBe(`computed ${key}`)
    expect(logged.lines).toEqual([])
  })
})

describe("commands in a cluster", () => {
  it("find the node of their keys wherever those stand", async () => {
    for (let round = 0; round < 20; round++) {
      const tag = `{tag${round}}`
      await connection.send(["SET", `${tag}a`, "a"])
      await connection.send(["set", `${tag}b`, "b"])
      expect(await connection.send(["BITOP", "OR", `${tag}c`, `${tag}a`, `${tag}b`])).toBe(1)
      expect(await connection.send(["OBJECT", "ENCODING", `${tag}a`])).toBe("embstr")
      const both = `return {redis.call("get", KEYS[1]), redis.call("get", KEYS[2])}`
      expect(await connection.send(["eval", both, "2", `${tag}a`, `${tag}b`])).toEqual(["a", "b"])
      await connection.send(["XADD", `${tag}x`, "1-1", "field", "value"])
      const read = await connection.send(["XREAD", "STREAMS", `${tag}x`, "0"])
      expect(read).toEqual({ [`${tag}x`]: [["1-1", ["field", "value"]]] })
    }
  })

  it("are refused where their keys are in two slots, and need none", async () => {
    await expect(connection.send(["MSET", "a", "1", "b", "2"])).rejects.toThrow(/CROSSSLOT/)
    expect(await connection.send(["PING"])).toBe("PONG")
    expect(await connection.send(["EVAL", "return 7", "0"])).toBe(7)
  })

  it("follow a slot that is on its way to another node, and one that has arrived", async () => {
    const key = storeKeyOn(0)
    const name = `app:kv:${key}`
    const slot = String(slotOfKey(name))
    const [from, to] = await Promise.all([0, 1].map((at) => cluster.tell<string>(at, "CLUSTER", "MYID")))
    await store.set(key, "before")
    await cluster.tell(1, "CLUSTER", "SETSLOT", slot, "IMPORTING", from!)
    await cluster.tell(0, "CLUSTER", "SETSLOT", slot, "MIGRATING", to!)
    expect(await store.get(key)).toBe("before")
    await cluster.tell(0, "MIGRATE", "127.0.0.1", String(cluster.nodes[1]!.port), name, "0", "1000")
    expect(await Promise.all([store.get(key), store.get(key), store.get(key)])).toEqual(
      Array(3).fill("before"),
    )
    expect(await store.increment(`{${name}}`, 1, { seconds: 60 })).toBe(1)
    await store.set(key, "after")
    for (const at of [1, 0, 2]) await cluster.tell(at, "CLUSTER", "SETSLOT", slot, "NODE", to!)
    expect(await store.get(key)).toBe("after")
    expect(await store.take(key)).toBe("after")
    expect(logged.lines).toEqual([])
  })
})

describe("the start on a cluster", () => {
  it("needs one of the nodes that the URL names, and tells no password", async () => {
    const [, second] = cluster.nodes
    const url = `redis-cluster://127.0.0.1:1,127.0.0.1:${second!.port}`
    const own = new RedisConnection({ url })
    await own.onStart()
    expect(await own.send(["GET", "nothing"])).toBeNull()
    await own.onStop()
    const away = "redis-cluster://user:secret-word@127.0.0.1:1,127.0.0.1:2"
    const failure = await new RedisConnection({ url: away, startWait: 300 }).onStart().catch(String)
    expect(failure).toMatch(
      /^Fault: The Redis Cluster at 127\.0\.0\.1:1, 127\.0\.0\.1:2 is not available: .*ECONNREFUSED/,
    )
    expect(failure).not.toContain("secret-word")
  })

  it("gives every node the password, and does not wait where waiting does not help", async () => {
    for (const at of [0, 1, 2]) await cluster.tell(at, "ACL", "SETUSER", "app", "on", ">right", "~*", "+@all")
    const right = new RedisConnection({ url: cluster.url.replace("://", "://app:right@") })
    await right.onStart()
    for (const at of [0, 1, 2]) expect(await cluster.tell(at, "CLIENT", "LIST")).toContain("user=app")
    await right.onStop()
    const wrong = new RedisConnection({ url: cluster.url.replace("://", "://app:wrong@") })
    const began = performance.now()
    await expect(wrong.onStart()).rejects.toThrow(/WRONGPASS/)
    expect(performance.now() - began).toBeLessThan(1_000)
  })

  it("says that a server alone is no cluster", async () => {
    const url = sharedRedis.replace(/^redis:..([^/]*).*/, "redis-cluster://$1")
    const one = new RedisConnection({ url })
    await expect(one.onStart()).rejects.toThrow(/cluster support disabled/)
    const optional = new RedisConnection({ url, optional: true }, logged.log)
    await optional.onStart()
    await until(() => logged.lines.length > 0)
    expect(logged.lines.map(({ msg }) => msg)).toEqual([expect.stringMatching(/does not report its slots/)])
    await optional.onStop()
  })
})

describe("a node of a cluster", () => {
  it("that stands still fails its own keys within the limit, then at once, and those of no other", async () => {
    const [still, moving] = [storeKeyOn(2), storeKeyOn(1)]
    await store.set(still, "kept")
    cluster.nodes[2]!.freeze()
    const began = performance.now()
    await expect(store.get(still)).rejects.toSatisfy(unavailable)
    expect(performance.now() - began).toBeLessThan(1_000)
    let slowest = 0
    for (let call = 0; call < 300; call++) {
      const asked = performance.now()
      await expect(store.get(still)).rejects.toSatisfy(unavailable)
      await store.set(moving, String(call))
      expect(await cache.remember(`call${call}`, { seconds: 60 }, () => call)).toBe(call)
      slowest = Math.max(slowest, performance.now() - asked)
    }
    expect(slowest).toBeLessThan(250)
    expect(await connection.onHealth()).toMatch(/a node .* is unavailable/)
    // Longer than a new connection may take: it is greeted by nobody, and asked for the map in vain.
    await sleep(1_200)
    await store.set(moving, "still")
    cluster.nodes[2]!.thaw()
    expect(await until(() => connection.ready)).toBeLessThan(5_000)
    expect(await store.get(still)).toBe("kept")
    expect(await connection.onHealth()).toBeUndefined()
    const place = `Redis at 127.0.0.1:${cluster.nodes[2]!.port}`
    expect(logged.lines.map(({ msg }) => msg)).toEqual([
      `${place} is unavailable`,
      `${place} is available again`,
    ])
  })

  it("forgets, once it moves, what was deleted or set meanwhile, whatever is owed to another", async () => {
    const [deleted, set, elsewhere] = [cacheKeyOn(2), cacheKeyOn(2), cacheKeyOn(1)]
    for (const key of [deleted, set, elsewhere]) await cache.set(key, "old", { seconds: 60 })
    for (const at of [1, 2]) cluster.nodes[at]!.freeze()
    await Promise.allSettled([store.get(storeKeyOn(1)), store.get(storeKeyOn(2))])
    await cache.delete(deleted)
    await cache.delete(elsewhere)
    await cache.set(set, "new", { seconds: 60 })
    cluster.nodes[2]!.thaw()
    expect(await until(() => works(storeKeyOn(2)))).toBeLessThan(5_000)
    expect(await cluster.tell(2, "EXISTS", `app:cache:{:${deleted}}`)).toBe(0)
    expect(await cluster.tell(2, "EXISTS", `app:cache:{:${set}}`)).toBe(0)
    cluster.nodes[1]!.thaw()
    expect(await until(() => works(storeKeyOn(1)))).toBeLessThan(5_000)
    expect(await cluster.tell(1, "EXISTS", `app:cache:{:${elsewhere}}`)).toBe(0)
  })

  it("that is stopped is found within 5 s of its return", async () => {
    await cluster.nodes[1]!.stop()
    await until(() => !connection.ready)
    await store.set(storeKeyOn(0), "x")
    await expect(store.get(storeKeyOn(1))).rejects.toSatisfy(unavailable)
    await cluster.nodes[1]!.start()
    expect(await until(() => works(storeKeyOn(1)))).toBeLessThan(5_000)
  })

  it("forgets what it had refused to forget without being away", async () => {
    const key = cacheKeyOn(0)
    const name = `app:cache:{:${key}}`
    await cache.set(key, "old", { seconds: 60 })
    // Answers CLUSTERDOWN, on a connection that stays.
    await cluster.tell(0, "CLUSTER", "DELSLOTS", String(slotOfKey(name)))
    await expect(connection.send(["GET", name])).rejects.toSatisfy(unavailable)
    await cache.delete(key)
    await cluster.tell(0, "CLUSTER", "ADDSLOTS", String(slotOfKey(name)))
    expect(await cache.get(key)).toBeUndefined()
    expect(logged.lines).toEqual([])
  })

  it("forgets that soon where nobody reads it", async () => {
    const key = cacheKeyOn(0)
    const name = `app:cache:{:${key}}`
    await cache.set(key, "old", { seconds: 60 })
    await cluster.tell(0, "CLUSTER", "DELSLOTS", String(slotOfKey(name)))
    await cache.delete(key)
    await cluster.tell(0, "CLUSTER", "ADDSLOTS", String(slotOfKey(name)))
    const gone = async () => (await cluster.tell(0, "EXISTS", name)) === 0
    expect(await until(gone)).toBeLessThan(5_000)
  })

  it("is followed by the replica that takes its place, which forgets what was deleted meanwhile", async () => {
    const [kept, deleted] = [storeKeyOn(0), cacheKeyOn(0)]
    await cluster.addReplicaOf(0)
    await store.set(kept, "kept")
    await cache.set(deleted, "old", { seconds: 60 })
    await until(async () => (await cluster.tell(0, "DBSIZE")) === (await cluster.tell(3, "DBSIZE")))
    await cluster.nodes[0]!.stop()
    await until(() => !connection.ready)
    await cache.delete(deleted)
    await cluster.tell(3, "CLUSTER", "FAILOVER", "TAKEOVER")
    expect(await until(() => connection.ready)).toBeLessThan(5_000)
    expect(await store.get(kept)).toBe("kept")
    expect(await cache.get(deleted)).toBeUndefined()
    const place = `Redis at 127.0.0.1:${cluster.nodes[0]!.port}`
    const said = logged.lines.map(({ msg }) => msg).filter((line) => line?.startsWith(place))
    expect(said).toEqual([`${place} is unavailable`, `${place} is no longer used`])
  })
})

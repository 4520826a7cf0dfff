import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { TestServer } from "../../examples/auth/tests/conformance/test-server.ts"
import { startBlog } from "../../examples/blog/tests/testing/start-blog.ts"
import { PrivatePostgres } from "@trivet/postgres/testing"
import { PrivateRedis } from "@trivet/redis/testing"
import { noteFigure } from "../../scripts/suite/note-figure.ts"
import { full } from "../testing/full.ts"
import { base, type Variables } from "../testing/references.ts"
import { growth, median } from "./growth.ts"
import { closeAll, Visitor } from "./visitor.ts"
import { type Visit, visits } from "./visits.ts"
import { Watched } from "./watched.ts"

const minutes = full ? 30 : 0.15
const looks = full ? 90 : 9
/** How many visit each process at once, and how long they pause after each visit. */
const [crowd, pause] = [4, 50]
const MB = 1 << 20
// Between two thirds: some 6 bytes of each call at full length. The short length finds what keeps a call.
const mostGrowth = full ? 1 * MB : 2 * MB
/** Of every call, in the process that must be found out. */
const leak = full ? 64 : 16_384

interface Soaked {
  readonly watched: Watched
  readonly visitor: Visitor
  readonly visits: readonly Visit[]
}

let server: PrivatePostgres
let redis: PrivateRedis
const soaked = {} as Record<"blog" | "auth" | "leaking", Soaked>
const connections: number[] = []

beforeAll(
  async () => {
    server = await PrivatePostgres.start()
    redis = await PrivateRedis.start()
    const limits = { RATE_LIMIT: "on", LOGIN_LIMIT_ADDRESS: "1000000", REGISTRATION_LIMIT: "1000000" }
    const start = async (
      program: (variables: Variables) => ReturnType<typeof startBlog> | ReturnType<typeof TestServer.start>,
      visited: readonly Visit[],
      more: Variables = {},
    ) => {
      const database = `soak_${crypto.randomUUID().replaceAll("-", "")}`
      await server.query(`create database ${database}`)
      const url = server.url.replace(/\/postgres$/, `/${database}`)
      const watched = await Watched.start(program, {
        ...base,
        DATABASE_URL: url,
        REDIS_URL: redis.url,
        ...more,
      })
      return { watched, visitor: new Visitor(watched.url), visits: visited }
    }
    ;[soaked.blog, soaked.auth, soaked.leaking] = await Promise.all([
      start(startBlog, visits.blog),
      start((given) => TestServer.start(given), visits.auth, limits),
      start(startBlog, visits.blog, { TRIVET_SOAK_LEAK: String(leak) }),
    ])
    await soak()
  },
  full ? 45 * 60_000 : 300_000,
)

afterAll(async () => {
  await Promise.all(Object.values(soaked).map(({ watched }) => watched.stop()))
  await redis?.stop()
  await server?.remove()
})

/** Sends visitors, and looks at every process each time they rest. */
async function soak(): Promise<void> {
  const each = (minutes * 60_000) / looks
  for (let look = 0; look < looks; look++) {
    const ends = performance.now() + each
    await Promise.all(
      Object.values(soaked).flatMap((one) => Array.from({ length: crowd }, () => visitUntil(one, ends))),
    )
    closeAll()
    // For the callers who left in the middle, and for the kernel.
    await sleep(200)
    for (const { watched } of Object.values(soaked)) await watched.look()
    connections.push(await openConnections())
  }
}

/** Every kind of visit at least once, however slow the machine is. */
async function visitUntil({ visitor, visits: all }: Soaked, ends: number): Promise<void> {
  for (let visit = 0; visit < all.length || performance.now() < ends; visit++) {
    await all[visit % all.length]!(visitor)
    await sleep(pause)
  }
}

/** How many connections the pools have. One that is busy while nobody asks was not given back. */
async function openConnections(): Promise<number> {
  const states = await server.query<{ state: string }>(
    "select state from pg_stat_activity where application_name = 'trivet'",
  )
  expect(states.filter(({ state }) => state !== "idle")).toEqual([])
  return states.length
}

describe(`${minutes} minutes of visits`, () => {
  it.each(["blog", "auth"] as const)("leave the %s as it was, and all are answered as expected", (name) => {
    const { watched, visitor } = soaked[name]
    const heap = watched.samples.map((sample) => sample.heap)
    const descriptors = watched.samples.map((sample) => sample.descriptors)
    noteFigure(
      "soak",
      `${name}, ${minutes} min, ${visitor.calls} calls`,
      `reachable memory ${tenths(heap).map(inMB).join(", ")} MB, ${inMB(growth(heap))} MB more in the last third; ` +
        `resident ${inMB(watched.samples.at(-1)!.rss)} MB, ${inMB(growth(watched.samples.map(({ rss }) => rss)))} MB more; ` +
        `descriptors ${Math.min(...descriptors)} to ${Math.max(...descriptors)}`,
    )
    expect(visitor.surprises).toEqual({})
    expect(visitor.calls).toBeGreaterThan(minutes * 60 * 20)
    expect(growth(heap)).toBeLessThan(mostGrowth)
    // All but the pool, whose connections come and go, at most 10.
    expect(Math.max(...descriptors) - Math.min(...descriptors)).toBeLessThanOrEqual(10)
    expect(growth(descriptors)).toBeLessThanOrEqual(5)
  })

  it("leave every connection with its pool, and no more of them", () => {
    noteFigure(
      "soak",
      `pools of 3 processes, ${minutes} min`,
      `${Math.min(...connections)} to ${Math.max(...connections)} connections, none busy at rest`,
    )
    expect(Math.max(...connections)).toBeLessThanOrEqual(30)
    expect(growth(connections)).toBeLessThanOrEqual(3)
  })

  it(`find out a process that keeps ${leak} bytes of every call`, () => {
    const { watched, visitor } = soaked.leaking
    const grown = growth(watched.samples.map(({ heap }) => heap))
    noteFigure(
      "soak",
      `a blog that keeps ${leak} bytes of each of ${visitor.calls} calls`,
      `${inMB(grown)} MB more`,
    )
    expect(grown).toBeGreaterThan(mostGrowth)
  })
})

/** The median of each tenth of a series. */
function tenths(series: readonly number[]): readonly number[] {
  const size = Math.max(1, Math.floor(series.length / 10))
  return Array.from({ length: Math.min(10, series.length) }, (_, at) =>
    median(series.slice(at * size, (at + 1) * size)),
  )
}

function inMB(bytes: number): string {
  return (bytes / MB).toFixed(1)
}

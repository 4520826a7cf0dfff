import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Api, bearer } from "../../examples/auth/tests/conformance/api.ts"
import { TestServer } from "../../examples/auth/tests/conformance/test-server.ts"
import { type RunningBlog, startBlog } from "../../examples/blog/tests/testing/start-blog.ts"
import { PrivatePostgres } from "@trivet/postgres/testing"
import { PrivateCluster } from "@trivet/redis/testing"
import { noteFigure } from "../../scripts/suite/note-figure.ts"
import { base } from "../testing/references.ts"

// On one server the same is held by redis.test.ts and by the examples' own suites.
const accounts = 12
const limit = 3

let server: PrivatePostgres
let cluster: PrivateCluster
let blog: RunningBlog
let services: TestServer[]

beforeAll(async () => {
  server = await PrivatePostgres.start()
  cluster = await PrivateCluster.start()
  const variables = { ...base, DATABASE_URL: server.url, REDIS_URL: cluster.url }
  const limits = { RATE_LIMIT: "on", LOGIN_LIMIT_ACCOUNT: String(limit), SESSIONS: "redis" }
  await server.query("create database blog")
  blog = await startBlog({ ...variables, DATABASE_URL: server.url.replace(/postgres$/, "blog") })
  services = [
    await TestServer.start({ ...variables, ...limits }),
    await TestServer.start({ ...variables, ...limits }),
  ]
})

afterAll(async () => {
  for (const node of cluster?.nodes ?? []) node.thaw()
  await Promise.all((services ?? []).map((service) => service.stop()))
  await blog?.stop()
  await cluster?.stop()
  await server?.remove()
})

/** Tries wrong passwords for every account, at one process and the other in turn. Gives how many were checked of each. */
async function guess(): Promise<number[]> {
  const apis = services.map(({ url }) => new Api(url))
  const emails = await Promise.all(
    Array.from({ length: accounts }, async () => (await apis[0]!.register()).email),
  )
  return Promise.all(
    emails.map(async (email) => {
      const statuses: number[] = []
      for (let round = 0; round < limit * 4; round++)
        statuses.push((await apis[round % 2]!.post("/auth/login", { email, password: "wrong wrong" })).status)
      expect(new Set(statuses)).toEqual(new Set([401, 429]))
      return statuses.filter((status) => status === 401).length
    }),
  )
}

async function listStatuses(): Promise<ReadonlySet<number>> {
  const replies = await Promise.all(Array.from({ length: 50 }, () => fetch(`${blog.url}/posts`)))
  return new Set(replies.map(({ status }) => status))
}

describe("the references on a Redis Cluster", () => {
  it("share limits, sessions and the list's version", async () => {
    expect(await guess()).toEqual(Array(accounts).fill(limit))
    const [one, other] = services.map(({ url }) => new Api(url))
    const { email, password } = await one!.register()
    const session = await one!.post("/auth/session", { email, password })
    const cookie = String(session.headers["set-cookie"]).split(";")[0]!
    expect((await other!.get("/auth/session", { cookie })).status).toBe(200)
    expect(await listStatuses()).toEqual(new Set([200]))
  })

  it("serve on when a node stands still, and limit all the same", async () => {
    cluster.nodes[2]!.freeze()
    const { token } = await new Api(services[0]!.url).register()
    const checked = await guess()
    expect(Math.min(...checked)).toBeGreaterThanOrEqual(limit)
    // Where the node is missed each of the two counts for itself.
    expect(Math.max(...checked)).toBeLessThanOrEqual(limit * 2)
    expect(await listStatuses()).toEqual(new Set([200]))
    expect((await new Api(services[1]!.url).get("/auth/me", bearer(token))).status).toBe(200)
    noteFigure(
      "a node of a Redis Cluster stands still",
      "blog, 2 × auth",
      `the list is served; of ${limit * 4} wrong passwords ${Math.min(...checked)} to ${Math.max(...checked)} checked for each of ${accounts} accounts, limit ${limit}`,
    )
    cluster.nodes[2]!.thaw()
  })
})

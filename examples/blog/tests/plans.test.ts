import { provide } from "trivet"
import { createTestApp, type TestApp } from "trivet/testing"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createTestDatabase, type TestDatabase } from "@trivet/postgres/testing"
import { AppModule } from "../src/app-module.ts"
import { greatestId } from "../src/ids/time-ordered-ids.ts"
import { seedPassword } from "../src/seed/seed-service.ts"
import { Settings, settingsOf } from "../src/settings.ts"
import { runCli } from "./testing/run-cli.ts"
import { long } from "./size.ts"

interface PlanNode {
  readonly "Node Type": string
  readonly "Index Name"?: string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Shared Hit Blocks": number
  readonly "Shared Read Blocks": number
  readonly Plans?: readonly PlanNode[]
}

const posts = long ? 1_000_000 : 20_000
const users = long ? 10_000 : 2_000

let database: TestDatabase
let app: TestApp
let client: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const began = performance.now()
  const made = await runCli(["seed", "--users", String(users), "--posts", String(posts)], {
    DATABASE_URL: database.url,
  })
  if (made.code !== 0) throw new Error(made.stderr)
  console.log(`${made.stdout.trim()} (${((performance.now() - began) / 1000).toFixed(1)} s with the start)`)
  app = await createTestApp(AppModule, {
    provide: [provide(Settings, () => settingsOf({ DATABASE_URL: database.url }))],
  })
}, 900_000)

afterAll(async () => {
  await app?.stop()
  await client?.end()
  await database?.drop()
})

/** Runs a call and gives the statement that it sent last, as `pg_stat_activity` has it. */
async function statementOf(path: string, headers: Record<string, string> = {}): Promise<string> {
  expect((await app.request("GET", path, { headers })).status).toBe(200)
  const { rows } = await client.query<{ query: string }>(
    `select query from pg_stat_activity where datname = current_database() and application_name = 'trivet'
      and query ~ 'from "posts"' order by query_start desc limit 1`,
  )
  return rows[0]!.query
}

/** The plan of a prepared statement once PostgreSQL has settled on one for all values. */
async function explain(statement: string, values: readonly string[]): Promise<PlanNode> {
  await client.query("deallocate all")
  await client.query(`prepare asked as ${statement}`)
  const run = `execute asked (${values.map((value) => `'${value}'`).join(", ")})`
  for (let time = 0; time < 6; time++) await client.query(run)
  const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
    `explain (analyze, buffers, format json) ${run}`,
  )
  return rows[0]!["QUERY PLAN"][0].Plan
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

function buffersOf(plan: PlanNode): number {
  return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]
}

describe(`${posts} posts`, () => {
  it("takes as much work for the 100th page of the public list as for the first", async () => {
    // The statement of the page that is never cached.
    let path = "/posts?limit=100"
    const cursors = [greatestId]
    for (let page = 1; page < 100; page++) {
      const reply = await app.request("GET", path)
      path = /<([^>]+)>/.exec(reply.headers.get("link") ?? "")![1]!
      cursors.push(/cursor=([^&]+)/.exec(path)![1]!)
    }
    const statement = await statementOf(path)
    const [first, hundredth] = [
      await explain(statement, [cursors[0]!]),
      await explain(statement, [cursors[99]!]),
    ]
    for (const plan of [first, hundredth]) {
      const nodes = nodesOf(plan)
      expect(nodes.map((node) => node["Node Type"])).not.toContain("Seq Scan")
      expect(nodes.map((node) => node["Node Type"])).not.toContain("Sort")
      expect(nodes.find((node) => node["Index Name"] === "posts_published")?.["Actual Rows"]).toBe(101)
      expect(plan["Actual Rows"]).toBe(101)
    }
    const [one, other] = [buffersOf(first), buffersOf(hundredth)]
    console.log(`buffers: ${one} for page 1, ${other} for page 100`)
    expect(Math.max(one, other) / Math.min(one, other)).toBeLessThan(2)
  }, 120_000)

  it("takes one index lookup for a post and one for its author", async () => {
    const [post] = (await app.request("GET", "/posts?limit=1")).json() as { id: string }[]
    const statement = await statementOf(`/posts/${post!.id}`)
    const plan = await explain(statement, [post!.id])
    const reads = nodesOf(plan).filter((node) => node["Node Type"].includes("Scan"))
    expect(
      reads.map((node) => [node["Node Type"], node["Index Name"], node["Actual Rows"], node["Actual Loops"]]),
    ).toEqual([
      ["Index Scan", "posts_pkey", 1, 1],
      ["Index Scan", "users_pkey", 1, 1],
    ])
    console.log(`buffers: ${buffersOf(plan)} for a post and its author`)
  })

  it("takes an index for a user's own posts", async () => {
    const { rows } = await client.query<{ id: string; email: string }>(
      "select id, email from users order by id limit 1",
    )
    const [{ id, email }] = rows as [{ id: string; email: string }]
    const login = await app.request("POST", "/auth/login", { json: { email, password: seedPassword } })
    const { token } = login.json() as { token: string }
    const statement = await statementOf("/my-posts", { authorization: `Bearer ${token}` })
    const plan = await explain(statement, [id, greatestId])
    const names = nodesOf(plan).map((node) => node["Index Name"])
    expect(names).toContain("posts_of_author")
    expect(nodesOf(plan).map((node) => node["Node Type"])).not.toContain("Seq Scan")
    console.log(`buffers: ${buffersOf(plan)} for a page of a user's own ${plan["Actual Rows"]} posts`)
  })
})

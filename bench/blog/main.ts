import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import pg from "pg"
import { runCli } from "../../examples/blog/tests/testing/run-cli.ts"
import { createTestDatabase } from "@trivet/postgres/testing"
import { PrivateRedis } from "@trivet/redis/testing"
import { median, spread } from "../figures.ts"
import { measure, serverCore, type Samples } from "../http/measure.ts"
import { measuresOf, sharesOf, tableOf } from "../http/report.ts"
import { type RunningServer, startServer } from "../http/start-server.ts"
import { type NewCase, saveResult, versionsOf } from "../save-result.ts"
import { type BlogCase, blogServers, cases, idsVariable, warmList } from "./cases.ts"

// npm run bench:blog -- [--cases post,list] [--servers bare,trivet,…] [--rounds 30] [--seconds 1] [--turns] [--posts 1000000] [--save]
const { values: flags } = parseArgs({
  options: {
    cases: { type: "string", default: cases.map(({ name }) => name).join(",") },
    servers: { type: "string", default: blogServers.join(",") },
    rounds: { type: "string", default: "30" },
    seconds: { type: "string", default: "1" },
    turns: { type: "boolean", default: false },
    users: { type: "string", default: "10000" },
    posts: { type: "string", default: "1000000" },
    save: { type: "boolean", default: false },
  },
})
if (spawnSync("wrk", ["--version"]).error !== undefined) {
  console.error('This bench needs the program wrk: install Debian\'s package "wrk".')
  process.exit(2)
}

const database = await createTestDatabase()
const redis = await PrivateRedis.start()
const folder = mkdtempSync(join(tmpdir(), "trivet-bench-"))
const servers: RunningServer[] = []
try {
  const seeded = await runCli(["seed", "--users", flags.users, "--posts", flags.posts], {
    DATABASE_URL: database.url,
  })
  if (seeded.code !== 0) throw new Error(seeded.stderr)
  console.log(seeded.stdout.trim())
  const ids = await someIds()
  process.env["DATABASE_URL"] = database.url
  process.env["REDIS_URL"] = redis.url
  process.env[idsVariable] = join(folder, "ids")
  writeFileSync(join(folder, "ids"), ids.join("\n"))
  for (const name of flags.servers.split(","))
    servers.push(await startServer(name, "node", serverCore, "../blog/servers"))
  await checkAnswers(servers, ids)
  const plan = { rounds: Number(flags.rounds), seconds: Number(flags.seconds), together: !flags.turns }
  const measured: NewCase[] = []
  let missed = 0
  for (const one of cases.filter(({ name }) => flags.cases.split(",").includes(name))) {
    // All at once by default: PostgreSQL shares the machine with them, and its noise must affect all of them equally.
    const samples = await measure(servers, one, plan)
    console.log(
      `\n(${one.name}) ${one.title}: ${plan.rounds} rounds of ${plan.seconds} s, ${plan.together ? "all servers at once" : "in turn"}\n`,
    )
    console.log(tableOf(samples, plan.together))
    missed += report(samples, one)
    measured.push({ name: one.name, title: one.title, measures: measuresOf(samples, plan.together) })
  }
  await measureWarm(Math.min(plan.rounds, 5), plan.seconds)
  process.exitCode = missed === 0 ? 0 : 1
  if (flags.save) {
    const versions = versionsOf("node", "fastify", "kysely", "pg")
    saveResult("blog", { script: "bench:blog", args: process.argv.slice(2), versions }, measured)
  }
} finally {
  for (const server of servers) server.stop()
  await redis.stop()
  rmSync(folder, { recursive: true })
  await database.drop()
}

/** Ids from all over the table. */
async function someIds(): Promise<string[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const step = Math.max(1, Math.floor(Number(flags.posts) / 4096))
  const { rows } = await client.query<{ id: string }>(
    "select id from (select id, row_number() over (order by id) as at from posts) numbered where at % $1 = 0 limit 4096",
    [step],
  )
  await client.end()
  return rows.map(({ id }) => id)
}

function report(samples: Samples, one: BlogCase): number {
  if (!samples.has("trivet")) return 0
  const own = median(sharesOf(samples, "trivet"))
  const reached = own >= one.least
  console.log(
    `\n${reached ? "reached" : "MISSED "}  at least ${one.least} of bare: ${own.toFixed(3)} in CPU time per request`,
  )
  return reached ? 0 : 1
}

async function measureWarm(rounds: number, seconds: number): Promise<void> {
  const server = await startServer("trivet-warm", "node", serverCore, "../blog/servers")
  servers.push(server)
  const samples = await measure([server], warmList, { rounds, seconds, together: false })
  const own = samples.get(server.name)!
  const perSecond = own.map((sample) => sample.perSecond)
  const cpu = median(own.map((sample) => sample.cpu)).toFixed(0)
  console.log(
    `\n(warm) GET /posts from the cache: ${median(perSecond).toFixed(0)} requests per second (p25–p75 ${spread(perSecond)}), ${cpu} µs CPU each`,
  )
}

async function checkAnswers(
  [bare, ...others]: readonly RunningServer[],
  ids: readonly string[],
): Promise<void> {
  const paths = [
    "/posts",
    `/posts/${ids[0]}`,
    `/posts/${ids.at(-1)}`,
    "/posts/01890a5d-ac96-774b-bcce-b302099a8057",
  ]
  for (const path of paths) {
    const wanted = await ask(bare!, path)
    for (const server of others) {
      const answer = await ask(server, path)
      if (answer !== wanted) throw new Error(`${server.name} answers ${answer}, bare ${wanted}`)
    }
    await checkStatements(path)
  }
}

/** All servers must have sent the same text: PostgreSQL shows the last statement of each connection, cut to its setting. */
async function checkStatements(path: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<{ query: string }>(
    "select distinct query from pg_stat_activity where datname = current_database() and query like '%author_since%' and pid <> pg_backend_pid()",
  )
  await client.end()
  const isList = path === "/posts"
  const sent = rows.map(({ query }) => query).filter((query) => query.includes("bytes_before") === isList)
  if (sent.length !== 1)
    throw new Error(`the servers send different statements for ${path}:\n${sent.join("\n")}`)
}

async function ask(server: RunningServer, path: string): Promise<string> {
  const reply = await fetch(server.url + path)
  return `${reply.status} ${reply.headers.get("link") ?? ""} ${await reply.text()}`
}

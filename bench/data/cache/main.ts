import { parseArgs } from "node:util"
import { createClient } from "redis"
import { median } from "../../figures.ts"
import { measure, serverCore } from "../../http/measure.ts"
import { sharesOf, tableOf } from "../../http/report.ts"
import { type RunningServer, startServer } from "../../http/start-server.ts"

// npm run bench:cache -- [--servers bare,trivet,…] [--rounds 9] [--seconds 2]
const { values: flags } = parseArgs({
  options: {
    servers: { type: "string", default: "bare,bare-default,trivet,fastify" },
    rounds: { type: "string", default: "9" },
    seconds: { type: "string", default: "2" },
  },
})

const least = 0.93
const calls = { path: "/users/", script: "many-ids.lua" }
const prefix = `bench-${crypto.randomUUID()}`
process.env["BENCH_PREFIX"] = prefix
const servers: RunningServer[] = []
try {
  for (const name of flags.servers.split(","))
    servers.push(await startServer(name, "node", serverCore, "../data/cache/servers"))
  const answers = await Promise.all(servers.map(answerOf))
  if (new Set(answers).size !== 1) throw new Error(`the servers do not answer alike: ${answers.join("; ")}`)
  // All at once: Redis shares the machine with them, and its noise must hit all of them alike.
  const plan = { rounds: Number(flags.rounds), seconds: Number(flags.seconds), together: true }
  const samples = await measure(servers, calls, plan)
  console.log(
    `\nGET through a warm cache on Redis: ${plan.rounds} rounds of ${plan.seconds} s, all servers at once\n`,
  )
  console.log(tableOf(samples, true))
  if (samples.has("trivet")) {
    const own = median(sharesOf(samples, "trivet"))
    const reached = own >= least
    console.log(
      `\n${reached ? "reached" : "MISSED "}  at least ${least} of bare: ${own.toFixed(3)} in CPU time per request`,
    )
    process.exitCode = reached ? 0 : 1
  }
} finally {
  for (const server of servers) server.stop()
  await clear()
}

async function answerOf(server: RunningServer): Promise<string> {
  const texts: string[] = []
  // Twice: computed, and from the cache.
  for (const id of ["1001", "1001", "5096"]) {
    const reply = await fetch(`${server.url}${calls.path}${id}`)
    texts.push(`${reply.status} ${await reply.text()}`)
  }
  return texts.join("\n")
}

async function clear(): Promise<void> {
  const redis = createClient({ url: process.env["REDIS_URL"] ?? "redis://127.0.0.1:6379" })
  await redis.connect()
  for await (const keys of redis.scanIterator({ MATCH: `${prefix}*`, COUNT: 1_000 }))
    if (keys.length > 0) await redis.del(keys)
  redis.destroy()
}

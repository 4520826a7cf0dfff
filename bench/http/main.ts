import { spawnSync } from "node:child_process"
import { isDeepStrictEqual } from "node:util"
import { type NewCase, saveResult, versionsOf } from "../save-result.ts"
import { askAll } from "./ask.ts"
import type { Case } from "./cases.ts"
import { productionServers } from "./contenders.ts"
import { goalsOf } from "./goals.ts"
import { measure, serverCore } from "./measure.ts"
import { type Options, parseOptions } from "./options.ts"
import { measuresOf, tableOf } from "./report.ts"
import { bunVersion, type RunningServer, startServer } from "./start-server.ts"

// npm run bench:http -- [--bun] [--cases a,b,c,d,misses,cookies,headers,routes] [--servers bare,trivet,…] [--rounds 9] [--seconds 2] [--together] [--save]
const options = parseOptions(process.argv.slice(2))
for (const [program, debian] of [
  ["wrk", "wrk"],
  ["taskset", "util-linux"],
] as const) {
  if (spawnSync(program, ["--version"]).error !== undefined) {
    console.error(`This bench needs the program ${program}: install Debian's package "${debian}".`)
    process.exit(2)
  }
}

const measured: NewCase[] = []
let missed = 0
for (const cases of Map.groupBy(options.cases, serversOfCase).values()) missed += await benchCases(cases)
if (options.servers.includes("trivet")) {
  console.log(missed === 0 ? "\nAll goals reached." : `\n${missed} goals missed.`)
}
process.exitCode = missed === 0 ? 0 : 1
if (options.save) {
  const isBun = options.runtime === "bun"
  const versions = isBun
    ? { bun: bunVersion(), ...versionsOf("elysia", "hono") }
    : versionsOf("node", "fastify", "hono", "h3", "express", "@nestjs/core")
  const run = { script: "bench:http", args: process.argv.slice(2), versions }
  saveResult(isBun ? "http-bun" : "http", run, measured)
}

function serversOfCase({ folder, collections }: Case): string {
  return `${folder} ${collections}`
}

/** Measures cases that the same servers answer. */
async function benchCases(cases: readonly Case[]): Promise<number> {
  const { folder, collections = 200 } = cases[0]!
  process.env["BENCH_COLLECTIONS"] = String(collections)
  const names = options.servers.filter((name) => folder === "servers" || productionServers.includes(name))
  const servers: RunningServer[] = []
  try {
    const place = options.runtime === "bun" ? `bun-${folder}` : folder
    for (const name of names) servers.push(await startServer(name, options.runtime, serverCore, place))
    for (const one of cases) await checkAnswers(servers, one)
    return await bench(servers, { ...options, cases })
  } finally {
    for (const server of servers) server.stop()
  }
}

async function bench(running: readonly RunningServer[], plan: Options): Promise<number> {
  let count = 0
  for (const one of plan.cases) {
    const samples = await measure(running, one, plan)
    const how = `${plan.rounds} rounds of ${plan.seconds} s${plan.together ? ", all servers at once" : ""}`
    console.log(`\n(${one.name}) ${one.title}: ${how}\n\n${tableOf(samples, plan.together)}\n`)
    measured.push({ name: one.name, title: one.title, measures: measuresOf(samples, plan.together) })
    for (const { text, reached } of goalsOf(plan.runtime, one, samples)) {
      console.log(`${reached ? "reached" : "MISSED "}  ${text}`)
      if (!reached) count++
    }
  }
  return count
}

async function checkAnswers([bare, ...others]: readonly RunningServer[], one: Case): Promise<void> {
  const wanted = await askAll(bare!.url, one.name)
  for (const server of others) {
    const answers = await askAll(server.url, one.name)
    if (isDeepStrictEqual(answers, wanted)) continue
    throw new Error(
      `${server.name} answers (${one.name}) with ${JSON.stringify(answers)}, bare with ${JSON.stringify(wanted)}`,
    )
  }
}

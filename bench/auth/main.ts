import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { median } from "../figures.ts"
import { measure, type Samples, serverCore } from "../http/measure.ts"
import { sharesOf, tableOf } from "../http/report.ts"
import { type RunningServer, startServer } from "../http/start-server.ts"
import { askAll } from "./ask.ts"
import { type AuthCase, cases } from "./cases.ts"
import { measureLogins } from "./measure-logins.ts"
import { makeToken } from "./tokens.ts"

// npm run bench:auth -- [--cases warm,cold,login] [--rounds 9] [--seconds 2] [--together]
const { values: flags } = parseArgs({
  options: {
    cases: { type: "string", default: "warm,cold,login" },
    rounds: { type: "string", default: "9" },
    seconds: { type: "string", default: "2" },
    together: { type: "boolean", default: false },
  },
})
if (spawnSync("wrk", ["--version"]).error !== undefined) {
  console.error('This bench needs the program wrk: install Debian\'s package "wrk".')
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), "trivet-bench-auth-"))
const servers: RunningServer[] = []
try {
  for (const name of ["bare", "trivet"])
    servers.push(await startServer(name, "node", serverCore, "../auth/servers"))
  const [bare, own] = await Promise.all(servers.map(({ url }) => askAll(url)))
  if (bare !== own) throw new Error(`trivet answers ${own}, bare ${bare}`)
  const wanted = flags.cases.split(",")
  let missed = 0
  for (const one of cases.filter(({ name }) => wanted.includes(name))) missed += await bench(one)
  if (wanted.includes("login")) missed += await benchLogins()
  process.exitCode = missed === 0 ? 0 : 1
} finally {
  for (const server of servers) server.stop()
  rmSync(folder, { recursive: true })
}

async function bench(one: AuthCase): Promise<number> {
  const file = join(folder, one.name)
  writeFileSync(file, Array.from({ length: one.tokens }, (_, at) => makeToken(at)).join("\n"))
  process.env["BENCH_TOKENS"] = file
  const plan = { rounds: Number(flags.rounds), seconds: Number(flags.seconds), together: flags.together }
  const samples = await measure(servers, one, plan)
  console.log(
    `\n(${one.name}) ${one.title}: ${plan.rounds} rounds of ${plan.seconds} s\n\n${tableOf(samples, plan.together)}\n`,
  )
  return report(samples, one)
}

/** On all cores: a login is a hash in a thread of its own. */
async function benchLogins(): Promise<number> {
  const free: RunningServer[] = []
  try {
    for (const name of ["bare", "trivet"])
      free.push(await startServer(name, "node", undefined, "../auth/servers"))
    const samples = await measureLogins(free, Number(flags.rounds))
    console.log(
      `\n(login) POST /login, bcrypt at cost 10: ${flags.rounds} rounds of 40\n\n${tableOf(samples, false)}\n`,
    )
    return report(samples, { least: 0.95 })
  } finally {
    for (const server of free) server.stop()
  }
}

function report(samples: Samples, { least }: Pick<AuthCase, "least">): number {
  const own = median(sharesOf(samples, "trivet"))
  if (least === undefined) {
    const cpu = (name: string) => median(samples.get(name)!.map((sample) => sample.cpu))
    console.log(
      `reported  ${(cpu("trivet") - cpu("bare")).toFixed(1)} µs more than bare, ${own.toFixed(3)} of it`,
    )
    return 0
  }
  const reached = own >= least
  console.log(
    `${reached ? "reached" : "MISSED "}  at least ${least} of bare: ${own.toFixed(3)} in CPU time per request`,
  )
  return reached ? 0 : 1
}

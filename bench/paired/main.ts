import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { cases as authCases } from "../auth/cases.ts"
import { makeToken } from "../auth/tokens.ts"
import { cases as dataCases } from "../data/cases.ts"
import { withUsers } from "../data/with-users.ts"
import { cases as httpCases } from "../http/cases.ts"
import { measure, serverCore } from "../http/measure.ts"
import { Stalled } from "../http/run-wrk.ts"
import { type RunningServer, startServer } from "../http/start-server.ts"
import { median, shuffle } from "../figures.ts"
import { intervalOf } from "./interval.ts"

// npm run bench:paired -- --base <work tree> [--cases a,b,c,d,warm,cold,row] [--server trivet-log] [--starts 30] [--rounds 3] [--seconds 1]
//
// Compares this work tree with another one that has its packages installed: CPU time for one request, new to base. Both
// serve at the same time on one core, so that whatever the machine does it does to both; each start compiles anew.
// `--base` may be given several times: all trees serve at once, and the new one is compared with each.
const { values: flags } = parseArgs({
  options: {
    base: { type: "string", multiple: true, default: [] },
    cases: { type: "string", default: "a,b,c,warm" },
    server: { type: "string", default: "trivet" },
    starts: { type: "string", default: "30" },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "1" },
    most: { type: "string", default: "1.02" },
  },
})
if (flags.base.length === 0) {
  console.error("Name the other work tree: npm run bench:paired -- --base ../trivet-before")
  process.exit(2)
}
const bases = flags.base.map((path) => resolve(path))
const folder = mkdtempSync(join(tmpdir(), "trivet-bench-paired-"))
const most = Number(flags.most)
let missed = 0
try {
  for (const name of flags.cases.split(",")) {
    const isData = dataCases.some((one) => one.name === name)
    const starts = isData ? await withUsers(() => allRatiosOf(name)) : await allRatiosOf(name)
    for (const [at, base] of bases.entries()) {
      const { middle, low, high } = intervalOf(starts.map((ratios) => ratios[at]!))
      const verdict = high <= most ? "reached" : low > most ? "MISSED " : "unsure "
      if (high > most) missed++
      console.log(
        `${verdict}  (${name}) ${middle.toFixed(3)} of ${basename(base)}, 95 % interval ${low.toFixed(3)} to ${high.toFixed(3)}, ${starts.length} starts of ${flags.rounds} rounds`,
      )
    }
  }
} finally {
  rmSync(folder, { recursive: true })
}
process.exitCode = missed === 0 ? 0 : 1

/** The ratios of each start. */
async function allRatiosOf(name: string): Promise<number[][]> {
  const starts: number[][] = []
  for (let tries = 0; starts.length < Number(flags.starts); tries++) {
    try {
      starts.push(await ratiosOf(name))
    } catch (error) {
      if (!(error instanceof Stalled) || tries > Number(flags.starts) * 2) throw error
    }
  }
  return starts
}

/** A ratio for each base, of one start of all servers: the rounds of a start run the same compiled code, so they count once. */
async function ratiosOf(name: string): Promise<number[]> {
  const auth = authCases.find((one) => one.name === name)
  const data = dataCases.find((other) => other.name === name)
  const http = httpCases.find((other) => other.name === name)
  const one = auth ?? data ?? http
  if (one === undefined) throw new Error(`There is no case "${name}"`)
  if (auth !== undefined) {
    process.env["BENCH_TOKENS"] = join(folder, name)
    writeFileSync(
      join(folder, name),
      Array.from({ length: auth.tokens }, (_, at) => makeToken(at)).join("\n"),
    )
  }
  const servers: RunningServer[] = []
  const place = http?.folder ?? (auth ? "../auth/servers" : "../data/servers")
  try {
    // In random order: the one that is started and warmed up first has more time to compile its code.
    for (const checkout of shuffle([...bases, undefined])) {
      const program = checkout === undefined ? flags.server : "trivet"
      servers.push({
        ...(await startServer(program, "node", serverCore, place, checkout)),
        name: checkout ?? "new",
      })
    }
    const plan = { rounds: Number(flags.rounds), seconds: Number(flags.seconds), together: true }
    const samples = await measure(servers, one, plan)
    return bases.map((base) => {
      const before = samples.get(base)!
      return median(samples.get("new")!.map(({ cpu }, at) => cpu / before[at]!.cpu))
    })
  } finally {
    for (const server of servers) server.stop()
  }
}

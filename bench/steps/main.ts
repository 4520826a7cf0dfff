import { parseArgs } from "node:util"
import { PrivatePostgres } from "@trivet/postgres/testing"
import { median, quantile, table } from "../figures.ts"
import { intervalOf } from "../paired/interval.ts"
import { contenders } from "./contenders.ts"
import { type Cost, countStatements, measureCosts } from "./costs.ts"
import { isExact, type Kills, killJobs } from "./kills.ts"
import { pointsOfJob, steps } from "./points.ts"

// npm run bench:steps -- [--kills 48] [--lanes 4] [--rounds 12] [--jobs 100]
//
// The same job of six steps, each of which writes a row, with `step()` of @trivet/jobs and with DBOS, on PostgreSQL: with processes
// that are killed at each of its points, and then without kills, in turns, for what it costs.
const { values: flags } = parseArgs({
  options: {
    kills: { type: "string", default: "48" },
    lanes: { type: "string", default: "4" },
    rounds: { type: "string", default: "12" },
    jobs: { type: "string", default: "100" },
  },
})
const [kills, lanes] = [Number(flags.kills), Number(flags.lanes)]
const [rounds, jobs] = [Number(flags.rounds), Number(flags.jobs)]

const server = await PrivatePostgres.start()
try {
  await countStatements(server)
  const isKept = kills === 0 || (await reportKills())
  if (rounds > 0) await reportCosts()
  process.exitCode = isKept ? 0 : 1
} finally {
  await server.remove()
}

/** Returns whether each contender has kept its promise. */
async function reportKills(): Promise<boolean> {
  const rows: string[][] = []
  let isKept = true
  for (const contender of contenders) {
    const found = await killJobs(contender, server.url, { kills, lanes, executor: "one" })
    const elsewhere = await killJobs(contender, server.url, { kills: lanes, lanes, executor: "two" })
    rows.push(rowOf(contender.name, found, elsewhere))
    if (contender.promises === "once" && !isExact(found)) isKept = false
  }
  console.log(`\n${kills} kills at ${pointsOfJob} points of a job of ${steps} steps\n`)
  console.log(
    table(
      [
        "",
        "kills",
        "steps begun again",
        "written once",
        "written twice",
        "jobs ended",
        "s to go on, p50",
        "most",
        "ended by another executor",
      ],
      rows,
    ),
  )
  return isKept
}

function rowOf(name: string, found: Kills, elsewhere: Kills): string[] {
  const seconds = (share: number) => (quantile(found.waits, share) / 1_000).toFixed(1)
  return [
    name,
    String(found.kills),
    String(found.begunAgain),
    String(found.writtenOnce),
    String(found.writtenAgain),
    String(found.ended),
    seconds(0.5),
    seconds(1),
    `${elsewhere.ended} of ${elsewhere.kills}`,
  ]
}

async function reportCosts(): Promise<void> {
  const costs = await measureCosts(server, { rounds, jobs })
  const middle = (name: string, of: (cost: Cost) => number) => median(costs.get(name)!.map(of))
  console.log(`\n${rounds} rounds of ${jobs} jobs of ${steps} steps, without kills; for one job\n`)
  console.log(
    table(
      ["", "µs CPU of the process", "µs CPU of PostgreSQL", "statements", "ms"],
      contenders.map(({ name }) => [
        name,
        middle(name, (cost) => cost.process).toFixed(0),
        middle(name, (cost) => cost.server).toFixed(0),
        middle(name, (cost) => cost.statements).toFixed(1),
        middle(name, (cost) => cost.milliseconds).toFixed(1),
      ]),
    ),
  )
  console.log()
  for (const { name } of contenders.slice(1))
    for (const [what, of] of [
      ["CPU time of the process", (cost: Cost) => cost.process],
      ["CPU time of PostgreSQL", (cost: Cost) => cost.server],
    ] as const) {
      const others = costs.get(name)!
      const ratios = costs.get("trivet")!.map((cost, round) => of(cost) / of(others[round]!))
      const { middle: ratio, low, high } = intervalOf(ratios)
      const interval = `95 % interval ${low.toFixed(3)} to ${high.toFixed(3)}`
      console.log(`trivet takes ${ratio.toFixed(3)} of ${name} in ${what}, ${interval}`)
    }
}

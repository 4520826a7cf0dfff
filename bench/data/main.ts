import { spawnSync } from "node:child_process"
import { parseArgs } from "node:util"
import { median } from "../figures.ts"
import { measure, serverCore, type Samples } from "../http/measure.ts"
import { sharesOf, tableOf } from "../http/report.ts"
import { type RunningServer, startServer } from "../http/start-server.ts"
import { type DataCase, cases, dataServers } from "./cases.ts"
import { withUsers } from "./with-users.ts"

// npm run bench:data -- [--cases row] [--servers bare,trivet,…] [--rounds 30] [--seconds 1]
const { values: flags } = parseArgs({
  options: {
    cases: { type: "string", default: cases.map(({ name }) => name).join(",") },
    servers: { type: "string", default: dataServers.join(",") },
    rounds: { type: "string", default: "30" },
    seconds: { type: "string", default: "1" },
  },
})
if (spawnSync("wrk", ["--version"]).error !== undefined) {
  console.error('This bench needs the program wrk: install Debian\'s package "wrk".')
  process.exit(2)
}

process.exitCode = (await withUsers(measureAll)) === 0 ? 0 : 1

/** Measures every case, and returns how many figures were missed. */
async function measureAll(): Promise<number> {
  const servers: RunningServer[] = []
  let missed = 0
  try {
    for (const name of flags.servers.split(","))
      servers.push(await startServer(name, "node", serverCore, "../data/servers"))
    for (const one of cases.filter(({ name }) => flags.cases.split(",").includes(name))) {
      await checkAnswers(servers, one)
      // All at once: PostgreSQL shares the machine with them, and its noise must hit all of them alike.
      const plan = { rounds: Number(flags.rounds), seconds: Number(flags.seconds), together: true }
      const samples = await measure(servers, one, plan)
      console.log(
        `\n(${one.name}) ${one.title}: ${plan.rounds} rounds of ${plan.seconds} s, all servers at once\n`,
      )
      console.log(tableOf(samples, true))
      missed += report(samples, one)
    }
  } finally {
    for (const server of servers) server.stop()
  }
  return missed
}

function report(samples: Samples, one: DataCase): number {
  if (!samples.has("trivet")) return 0
  const own = median(sharesOf(samples, "trivet"))
  const reached = own >= one.least
  console.log(
    `\n${reached ? "reached" : "MISSED "}  at least ${one.least} of bare: ${own.toFixed(3)} in CPU time per request`,
  )
  return reached ? 0 : 1
}

async function checkAnswers([bare, ...others]: readonly RunningServer[], one: DataCase): Promise<void> {
  for (const id of ["1001", "5096", "7"]) {
    const wanted = await ask(bare!, one, id)
    for (const server of others) {
      const answer = await ask(server, one, id)
      if (answer !== wanted) throw new Error(`${server.name} answers ${answer}, bare ${wanted}`)
    }
  }
}

async function ask(server: RunningServer, one: DataCase, id: string): Promise<string> {
  const reply = await fetch(`${server.url}${one.path}${id}`)
  return `${reply.status} ${await reply.text()}`
}

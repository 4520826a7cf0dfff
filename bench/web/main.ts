import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { parseArgs } from "node:util"
import { median } from "../figures.ts"
import { measure, serverCore } from "../http/measure.ts"
import { sharesOf, tableOf } from "../http/report.ts"
import { type RunningServer, startServer } from "../http/start-server.ts"
import { createFolder, fileCases, folderVariable } from "./folder.ts"
import { measurePages, pageTable } from "./measure-pages.ts"

// npm run bench:web -- [--cases pages,1k,64k,1m] [--rounds 15] [--seconds 1] [--together]
const { values: flags } = parseArgs({
  options: {
    cases: { type: "string", default: ["pages", ...fileCases.map(({ name }) => name)].join(",") },
    rounds: { type: "string", default: "15" },
    seconds: { type: "string", default: "1" },
    together: { type: "boolean", default: false },
  },
})
const chosen = flags.cases.split(",")
let missed = 0

if (chosen.includes("pages")) {
  const rounds = Number(flags.rounds) * 4
  const pages = measurePages(rounds)
  console.log(`A page of 100 posts: layout, list and partial, escaped; ${rounds} rounds, in turn\n`)
  console.log(`${pageTable(pages)}\n`)
  goal("html: at least 0.7 of texts joined by hand", median(pages.shares("html", "by hand")), 0.7)
  goal("html: ahead of Eta", median(pages.shares("html", "Eta")), 1)
}

const files = fileCases.filter(({ name }) => chosen.includes(name))
if (files.length > 0) await benchFiles()
console.log(missed === 0 ? "\nAll goals reached." : `\n${missed} goals missed.`)
process.exitCode = missed === 0 ? 0 : 1

async function benchFiles(): Promise<void> {
  if (spawnSync("wrk", ["--version"]).error !== undefined) {
    console.error('This bench needs the program wrk: install Debian\'s package "wrk".')
    process.exit(2)
  }
  const plan = { rounds: Number(flags.rounds), seconds: Number(flags.seconds), together: flags.together }
  const folder = createFolder()
  process.env[folderVariable] = folder
  const servers: RunningServer[] = []
  try {
    for (const name of ["bare", "trivet"])
      servers.push(await startServer(name, "node", serverCore, "../web/servers"))
    for (const one of files) {
      const samples = await measure(servers, one, plan)
      console.log(
        `\n${one.title}: ${plan.rounds} rounds of ${plan.seconds} s\n\n${tableOf(samples, plan.together)}\n`,
      )
      goal(`at least ${one.least} of bare`, median(sharesOf(samples, "trivet")), one.least)
    }
  } finally {
    for (const server of servers) server.stop()
    rmSync(folder, { recursive: true })
  }
}

function goal(text: string, own: number, least: number): void {
  const reached = own >= least
  if (!reached) missed++
  console.log(`${reached ? "reached" : "MISSED "}  ${text}: ${own.toFixed(3)}`)
}

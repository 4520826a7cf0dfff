import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { createTestDatabase } from "@trivet/postgres/testing"
import { PrivateRedis } from "@trivet/redis/testing"
import { median, shuffle, spread, table } from "../figures.ts"
import { figureOf, saveResult, versionsOf } from "../save-result.ts"
import { type Footprint, measureProgram } from "./measure-program.ts"

// npm run bench:footprint -- [--rounds 9] [--save]: start and memory of one route in each framework. It needs a build.
const { values: flags } = parseArgs({
  options: { rounds: { type: "string", default: "9" }, save: { type: "boolean", default: false } },
})
const adonis = "7.5.2"
const root = join(import.meta.dirname, "../..")
const programs = join(import.meta.dirname, "programs")
if (!existsSync(join(root, "packages/trivet/dist/node.js"))) {
  console.error("There is no build of packages/trivet: run `npm run build` first.")
  process.exit(2)
}

const house = mkdtempSync(join(tmpdir(), "trivet-bench-footprint-"))
const database = await createTestDatabase()
const redis = await PrivateRedis.start()
try {
  const environment = { DATABASE_URL: database.url, REDIS_URL: redis.url }
  const files: Readonly<Record<string, string>> = {
    "`node:http`": join(programs, "bare.js"),
    Fastify: join(programs, "fastify.js"),
    Trivet: join(programs, "trivet.js"),
    "NestJS, on Fastify": join(programs, "nest.js"),
    AdonisJS: installAdonis(),
    "Trivet with PostgreSQL, Redis and jobs": join(programs, "trivet-full.js"),
  }
  const names = Object.keys(files)
  const samples = new Map(names.map((name) => [name, [] as Footprint[]]))
  // Once before it counts: the files are then in the system's memory, and the tables of jobs exist.
  for (const name of names) await measureProgram(files[name]!, environment)
  for (let round = 0; round < Number(flags.rounds); round++)
    for (const name of shuffle(names))
      samples.get(name)!.push(await measureProgram(files[name]!, environment))
  report(samples)
} finally {
  await redis.stop()
  await database.drop()
  rmSync(house, { recursive: true, force: true })
}

/** Installs AdonisJS beside its program: 149 packages, which the workspace does not need otherwise. */
function installAdonis(): string {
  cpSync(programs, house, { recursive: true })
  writeFileSync(join(house, "package.json"), JSON.stringify({ private: true, type: "module" }))
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
  execFileSync("npm", [...args, `@adonisjs/core@${adonis}`], { cwd: house, stdio: "inherit" })
  return join(house, "adonis.js")
}

function report(samples: ReadonlyMap<string, readonly Footprint[]>): void {
  const parts = [
    ["ms of CPU until the first reply", "cpu", 0],
    ["ms until the first reply", "wall", 0],
    ["MB of memory, idle after 1,000 requests", "memory", 1],
  ] as const
  const cell = (name: string, part: keyof Footprint, digits: number) => {
    const values = samples.get(name)!.map((one) => one[part])
    return `${median(values).toFixed(digits)} (${spread(values, digits)})`
  }
  console.log(
    table(
      ["", ...parts.map(([title]) => title)],
      [...samples.keys()].map((name) => [name, ...parts.map(([, part, digits]) => cell(name, part, digits))]),
    ),
  )
  if (!flags.save) return
  const measures = parts.map(([unit, part, digits]) => ({
    unit,
    digits,
    interval: "p25–p75 of the rounds",
    series: [...samples].map(([name, values]) =>
      figureOf(
        name,
        values.map((one) => one[part]),
        digits,
      ),
    ),
  }))
  const versions = { ...versionsOf("node", "fastify", "@nestjs/core"), AdonisJS: adonis }
  const run = { script: "bench:footprint", args: process.argv.slice(2), versions }
  saveResult("footprint", run, [{ name: "footprint", title: "One route", measures }])
}

import { execFile } from "node:child_process"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { table } from "../figures.ts"
import { saveResult, versionsOf } from "../save-result.ts"
import { brokenFile, names, program, tool } from "./corpus.ts"
import { fastifyMistakes } from "./fastify-mistakes.ts"
import { nestMistakes } from "./nest-mistakes.ts"
import type { Mistakes, Told } from "./rival.ts"

// npm run bench:mistakes [-- --messages] [--save]: which mistakes are reported before anything is served.
const run = promisify(execFile)
const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), "trivet-mistakes-compile-cache") }
const rivals: readonly (readonly [name: string, mistakes: Mistakes])[] = [
  ["nest", nestMistakes],
  ["fastify", fastifyMistakes],
]

type Cell = { readonly notion: false; readonly why: string } | ({ readonly notion: true } & Told)

async function ofTrivet(name: string): Promise<Cell> {
  const args = ["--conditions=@trivet/source", tool, "check", "--json", "--strict", "--entry", program]
  const { stdout } = await run(process.execPath, args, { env: { ...env, MISTAKE: brokenFile(name) } }).catch(
    (failed: { stdout: string }) => failed,
  )
  const { findings } = JSON.parse(stdout) as { findings: { message: string; where?: string }[] }
  const message = findings.map((one) => `${one.where}: ${one.message}`).join("\n")
  return { notion: true, reported: findings.length > 0, message }
}

async function ofRival(rival: string, mistakes: Mistakes, name: string): Promise<Cell> {
  const mistaken = mistakes[name]
  if (mistaken === undefined) throw new Error(`${rival}: nothing is said of ${name}`)
  if (typeof mistaken === "string") return { notion: false, why: mistaken }
  const args = [join(import.meta.dirname, "run-rival.ts"), rival, name]
  // A program that crashes has reported the mistake too.
  const died = ({ stderr }: { stderr: string }) => ({
    stdout: JSON.stringify({ reported: true, message: /^\w*Error: .*$/m.exec(stderr)?.[0] ?? stderr }),
  })
  const { stdout } = await run(process.execPath, args, { env }).catch(died)
  return { notion: true, ...(JSON.parse(stdout) as Told) }
}

const rows: { readonly name: string; readonly cells: readonly Cell[] }[] = []
for (const name of names) {
  const cells = [ofTrivet(name), ...rivals.map(([rival, mistakes]) => ofRival(rival, mistakes, name))]
  rows.push({ name, cells: await Promise.all(cells) })
}

const shown = (cell: Cell) => (cell.notion ? (cell.reported ? "reported" : "not reported") : "cannot be made")
console.log(
  table(
    ["mistake", "Trivet (trivet check)", "NestJS 12 (init)", "Fastify 5 (ready)"],
    rows.map(({ name, cells }) => [name, ...cells.map(shown)]),
  ),
)
const sums = [0, 1, 2].map((at) => {
  const known = rows.map(({ cells }) => cells[at]!).filter((cell) => cell.notion)
  return { reported: known.filter((cell) => cell.reported).length, known: known.length }
})
const programs = ["Trivet, trivet check", "NestJS 12, init()", "Fastify 5, ready()"]
const parts = sums.map(({ reported, known }, at) => `${programs[at]} ${reported} of ${known}`)
console.log(`\nReported before serving, of those that can be made: ${parts.join("; ")}`)
if (process.argv.includes("--messages")) {
  for (const { name, cells } of rows)
    console.log(
      `\n${name}\n${cells.map((cell) => `  - ${cell.notion ? cell.message : cell.why}`).join("\n")}`,
    )
}
process.exitCode = rows.every(({ cells: [own] }) => own!.notion && own!.reported) ? 0 : 1

if (process.argv.includes("--save")) {
  const series = sums.map(({ reported, known }, at) => ({ name: programs[at]!, middle: reported, of: known }))
  const versions = versionsOf("node", "@nestjs/core", "fastify")
  saveResult("mistakes", { script: "bench:mistakes", args: process.argv.slice(2), versions }, [
    {
      name: "reported",
      title: "Mistakes reported before serving",
      measures: [{ unit: "mistakes", digits: 0, series }],
    },
  ])
}

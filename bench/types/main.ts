import { parseArgs } from "node:util"
import { table } from "../figures.ts"
import type { Figure } from "../result.ts"
import { rounded, saveResult, versionsOf } from "../save-result.ts"
import { type Cost, findFasterGrowth, stepsOf } from "./growth.ts"
import { measureAll, type Measured } from "./measure.ts"
import type { Figures } from "./run-compiler.ts"
import type { Shape } from "./shape.ts"
import { shapes } from "./shapes.ts"
import { writeProject } from "./write-project.ts"

// npm run bench:types -- [--runs 3] [--limit 60] [--only trivet] [--save]
const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "3" },
    limit: { type: "string", default: "60" },
    only: { type: "string", default: "" },
    save: { type: "boolean", default: false },
  },
})
if (values.save && values.only !== "") throw new Error("--save needs everything: omit --only")
const runs = Number(values.runs)
const limit = Number(values.limit)

const sizes = [0, 100, 1000, 3000]
/** What 1,000 of Trivet's routes may take to check, in seconds, whichever way they are written. */
const bound = { routeCount: 1000, seconds: 1 }
const head = [
  "",
  "routes",
  "check",
  "total",
  "CPU",
  "memory",
  "types",
  "instantiations",
  "per added route",
  "runs",
]

const chosen = shapes.filter(({ name }) => name.toLowerCase().includes(values.only.toLowerCase()))
const rows: string[][] = []
const saved: { readonly routeCount: number; readonly all: Map<string, Measured> }[] = []
const notes: string[] = []
const missed: string[] = []
const reached: string[] = []
for (const routeCount of sizes) {
  const folders = chosen.map((shape) =>
    writeProject(`bench-${shape.id}-${routeCount}`, shape.files(routeCount), shape),
  )
  const measured = await measureAll(folders, runs, limit)
  saved.push({ routeCount, all: new Map(chosen.map(({ name }, index) => [name, measured[index]!])) })
}
for (const shape of chosen) {
  const costs: Cost[] = []
  for (const { routeCount, all } of saved) {
    const measured = all.get(shape.name)!
    const { figures, errors } = measured
    if (figures !== undefined) costs.push({ routeCount, ...figures })
    rows.push(rowOf(shape, routeCount, measured, costs))
    if (figures === undefined) notes.push(`${shape.name}, ${routeCount} routes: stopped after ${limit} s`)
    for (const error of errors) notes.push(`${shape.name}, ${routeCount} routes: ${shorten(error)}`)
    if (shape.ours && (figures === undefined || errors.length > 0))
      missed.push(`${shape.name}: ${routeCount} routes are not checked to the end`)
    if (shape.ours && shape.callsAll !== true && figures !== undefined && routeCount === bound.routeCount)
      judge(shape, figures.check)
  }
  if (shape.ours) missed.push(...findFasterGrowth(stepsOf(costs)).map((text) => `${shape.name}: ${text}`))
}
for (const routeCount of [1000, 3000]) compareClients(routeCount)

console.log(`\n${table(head, rows)}\n`)
for (const note of notes) console.log(note)
for (const text of reached) console.log(`reached  ${text}`)
for (const text of missed) console.log(`MISSED   ${text}`)
if (missed.length === 0 && chosen.some(({ ours }) => ours))
  console.log("reached  Trivet's types grow no faster than the routes")
process.exitCode = missed.length === 0 ? 0 : 1
if (values.save) {
  const versions = versionsOf("node", "typescript", "hono", "@nestjs/common", "@orpc/client")
  const run = { script: "bench:types", args: process.argv.slice(2), versions }
  const cases = saved.map(({ routeCount, all }) => ({
    name: String(routeCount),
    title: `${routeCount.toLocaleString("en")} routes`,
    measures: measuresOf(all),
  }))
  saveResult("types", run, cases)
}

function measuresOf(all: ReadonlyMap<string, Measured>) {
  const medians = (unit: string, digits: number, read: (figures: Figures) => number) => ({
    unit,
    digits,
    series: [...all].map(([name, { figures, errors }]): Figure => {
      if (figures === undefined) return { name, missing: `stopped after ${limit} s` }
      if (errors.length > 0) return { name, missing: "rejected by the compiler" }
      return { name, middle: rounded(read(figures), digits) }
    }),
  })
  return [
    medians("s CPU", 2, ({ cpu }) => cpu),
    medians("s check", 2, ({ check }) => check),
    medians("s total", 2, ({ total }) => total),
    medians("MB memory", 0, ({ memory }) => memory / 1024),
    medians("types", 0, ({ types }) => types),
    medians("instantiations", 0, ({ instantiations }) => instantiations),
  ]
}

function judge({ name }: Shape, check: number): void {
  const text = `${name}: ${bound.routeCount} routes check in ${check.toFixed(2)} s, at most ${bound.seconds.toFixed(1)} s`
  ;(check <= bound.seconds ? reached : missed).push(text)
}

/** Whether checking our client takes less processor time than checking another one. A run that was stopped took more. */
function compareClients(routeCount: number): void {
  const all = saved.find((one) => one.routeCount === routeCount)!.all
  const clients = chosen.filter(({ callsAll }) => callsAll === true)
  const own = clients.find(({ ours }) => ours)
  const ownTime = own && all.get(own.name)?.figures?.cpu
  if (own === undefined || ownTime === undefined) return
  for (const { name } of clients.filter(({ ours }) => !ours)) {
    const { figures, errors } = all.get(name)!
    const isDone = figures !== undefined && errors.length === 0
    const other = isDone ? `${figures.cpu.toFixed(2)} s` : "not checked to the end"
    const text = `${own.name}, ${routeCount} routes: ${ownTime.toFixed(2)} s CPU; ${name}: ${other}`
    ;(isDone && figures.cpu <= ownTime ? missed : reached).push(text)
  }
}

function rowOf(shape: Shape, routeCount: number, measured: Measured, costs: readonly Cost[]): string[] {
  const { figures, errors } = measured
  const first = [shape.name, routeCount.toLocaleString("en")]
  if (figures === undefined) return [...first, `> ${limit} s`, "", "", "", "", "", "", "stopped"]
  const step = routeCount === 0 ? undefined : stepsOf(costs).at(-1)
  return [
    ...first,
    `${figures.check.toFixed(2)} s`,
    `${figures.total.toFixed(2)} s`,
    `${figures.cpu.toFixed(2)} s`,
    `${Math.round(figures.memory / 1024)} MB`,
    figures.types.toLocaleString("en"),
    figures.instantiations.toLocaleString("en"),
    step === undefined ? "" : `${step.instantiations.toFixed(0)}, ${step.memory.toFixed(1)} KB`,
    errors.length > 0 ? "refused" : String(measured.runs),
  ]
}

function shorten(error: string): string {
  const [, message = error] = /error (TS.*)/.exec(error) ?? []
  return message.length > 160 ? `${message.slice(0, 160)}…` : message
}

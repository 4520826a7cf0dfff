import { parseArgs } from "node:util"
import { median, shuffle, spread, table } from "../figures.ts"
import { type AppStart, startApp } from "./start-app.ts"

// npm run bench:boot -- [--rounds 9]
const { values } = parseArgs({ options: { rounds: { type: "string", default: "9" } } })
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1)
  throw new Error(`--rounds takes a whole number, not ${values.rounds}`)

/** The most that Trivet's boot may take of NestJS's. */
const most = 1 / 5

const names = ["trivet", "nest"] as const
const starts: Record<(typeof names)[number], AppStart[]> = { trivet: [], nest: [] }
// Once before it counts: the files are then in the system's memory for both.
for (const name of names) await startApp(name)
for (let round = 0; round < rounds; round++) {
  for (const name of shuffle(names)) starts[name].push(await startApp(name))
}
if (starts.trivet[0]!.answer !== starts.nest[0]!.answer)
  throw new Error("the two applications answer differently")

const figures = [
  ["boot alone", "boot"],
  ["whole process", "whole"],
] as const
const rows = figures.map(([title, figure]) => {
  const [trivet, nest] = names.map((name) => starts[name].map((start) => start[figure])) as [
    number[],
    number[],
  ]
  const ratios = trivet.map((own, round) => own / nest[round]!)
  const shown = [median(trivet), median(nest)].map((value) => `${value.toFixed(1)} ms`)
  return { ratio: median(ratios), cells: [title, ...shown, median(ratios).toFixed(3), spread(ratios)] }
})
console.log(`\n100 modules, 300 services, 1,000 routes: ${rounds} rounds\n`)
console.log(
  table(
    ["", "trivet", "nest", "trivet / nest", "p25–p75"],
    rows.map(({ cells }) => cells),
  ),
)

const { ratio } = rows[0]!
console.log(
  `\n${ratio <= most ? "reached" : "MISSED "}  boot at most ${most} of NestJS's: ${ratio.toFixed(3)}`,
)
process.exitCode = ratio <= most ? 0 : 1

import { spawnSync } from "node:child_process"
import { parseArgs } from "node:util"
import { median, shuffle } from "../figures.ts"
import { type Cost, type Part, parts } from "./cost.ts"
import { measureCost } from "./measure-cost.ts"
import { mix, pricePerCoreHour, utilization } from "./mix.ts"
import { costTable, fleetTable, priceTable } from "./plan.ts"
import { openScene } from "./scene.ts"

// npm run bench:scale -- [--rounds 9] [--seconds 1]
//
// What each kind of call costs in CPU time, in which part, in one run; and what follows for a fleet. The tables are made
// to be pasted into docs/run/scale.md.
const { values: flags } = parseArgs({
  options: { rounds: { type: "string", default: "9" }, seconds: { type: "string", default: "1" } },
})
if (spawnSync("wrk", ["--version"]).error !== undefined) {
  console.error('This bench needs the program wrk: install Debian\'s package "wrk".')
  process.exit(2)
}

const scene = await openScene()
try {
  const samples = new Map(scene.calls.map(({ name }) => [name, [] as Readonly<Record<Part, number>>[]]))
  // Once to warm up.
  for (const call of scene.calls) await measureCost(scene, call, 2)
  for (let round = 0; round < Number(flags.rounds); round++)
    for (const call of shuffle(scene.calls))
      samples.get(call.name)!.push(await measureCost(scene, call, Number(flags.seconds)))
  const costs: Cost[] = scene.calls.map(({ name, title }) => {
    const own = samples.get(name)!
    const micros = parts.map((part) => [part, median(own.map((sample) => sample[part]))])
    return { name, title, micros: Object.fromEntries(micros) as Record<Part, number> }
  })
  console.log(`\n${flags.rounds} rounds of ${flags.seconds} s, medians, CPU time\n\n${costTable(costs)}`)
  const shares = Object.entries(mix).map(([name, share]) => `${(share * 100).toFixed(1)} % ${name}`)
  console.log(`\n${shares.join(", ")}; parts at ${utilization * 100} % of their CPU\n\n${fleetTable(costs)}`)
  const prices = parts.map((part) => `$${pricePerCoreHour[part]} for ${part}`).join(", ")
  console.log(
    `\na core for an hour: ${prices}; parts at ${utilization * 100} % of their CPU\n\n${priceTable(costs)}`,
  )
} finally {
  await scene.stop()
}

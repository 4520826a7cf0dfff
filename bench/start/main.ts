import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { median, quantile, shuffle, spread, table } from "../figures.ts"
import { figureOf, rounded, saveResult, versionsOf } from "../save-result.ts"

// npm run bench:start [-- --save]: the start of a command against an empty Node. It needs a build (npm run build).
const goal = 1.8
const rounds = 25
const root = join(import.meta.dirname, "../..")
const hello = join(import.meta.dirname, "hello.js")

if (!existsSync(join(root, "packages/trivet/dist/cli.js"))) {
  console.error("There is no build of packages/trivet: run `npm run build` first.")
  process.exit(2)
}

const runs: Readonly<Record<string, readonly string[]>> = {
  "node -e 0": ["-e", "0"],
  "node -e 'console.log()'": ["-e", "console.log()"],
  "hello --help": [hello, "--help"],
  "hello names list": [hello, "names", "list"],
}

function milliseconds(args: readonly string[]): number {
  const began = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" })
  if (status !== 0) throw new Error(stderr)
  return performance.now() - began
}

const samples = new Map(Object.keys(runs).map((name) => [name, [] as number[]]))
for (const args of Object.values(runs)) milliseconds(args)
for (let round = 0; round < rounds; round++) {
  // Interleaved and in an order left to chance, so that whatever else the machine does falls on all alike.
  for (const name of shuffle(Object.keys(runs))) samples.get(name)!.push(milliseconds(runs[name]!))
}

const bare = samples.get("node -e 0")!
const ratios = (name: string) => samples.get(name)!.map((value, round) => value / bare[round]!)
const rows = [...samples].map(([name, values]) => [
  name,
  median(values).toFixed(1),
  spread(values, 1),
  (median(values) / median(bare)).toFixed(2),
  spread(ratios(name), 2),
])
console.log(`${rounds} rounds, Node ${process.version}\n`)
console.log(table(["", "ms", "middle half", "× node -e 0", "middle half of the ratios"], rows))
const ratio = median(samples.get("hello --help")!) / median(bare)
console.log(
  `\n${ratio <= goal ? "reached" : "MISSED "}  --help takes ${ratio.toFixed(2)} × an empty Node; at most ${goal}`,
)
process.exitCode = ratio <= goal ? 0 : 1

if (process.argv.includes("--save")) {
  const interval = "p25–p75 of the rounds"
  const ratioOf = (name: string) => ({
    name,
    middle: rounded(median(samples.get(name)!) / median(bare), 2),
    low: rounded(quantile(ratios(name), 0.25), 2),
    high: rounded(quantile(ratios(name), 0.75), 2),
  })
  const measures = [
    { unit: "× node -e 0", digits: 2, interval, series: [...samples.keys()].map(ratioOf) },
    {
      unit: "ms",
      digits: 1,
      interval,
      series: [...samples].map(([name, values]) => figureOf(name, values, 1)),
    },
  ]
  const run = { script: "bench:start", args: process.argv.slice(2), versions: versionsOf("node") }
  saveResult("start", run, [{ name: "start", title: "Start of a command", measures }])
}

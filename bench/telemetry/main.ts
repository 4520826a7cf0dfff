import { parseArgs } from "node:util"
import { median, shuffle, table } from "../figures.ts"
import { cases } from "../http/cases.ts"
import { measure, serverCore } from "../http/measure.ts"
import { Stalled } from "../http/run-wrk.ts"
import { type RunningServer, startServer } from "../http/start-server.ts"
import { intervalOf } from "../paired/interval.ts"

// npm run bench:telemetry -- [--starts 10] [--rounds 5] [--seconds 1] [--warm 12] [--pairs log,sampled,bare]
//
// The CPU time that log context and telemetry add to a request, beside what the stock instrumentation of `node:http` adds
// to other servers. The two servers of a pair serve at the same time on one core; each start compiles anew. They are warm
// after two exports: each calls code that V8 has compiled for servers alone, and compiles it again.
const { values: flags } = parseArgs({
  options: {
    starts: { type: "string", default: "10" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "1" },
    warm: { type: "string", default: "12" },
    pairs: { type: "string" },
  },
})

/** A server, the same with something added, and the most that the ratio of their CPU time may be. */
interface Pair {
  readonly name: string
  readonly plain: string
  readonly added: string
  readonly most?: number
}

const own = "servers"
const stock = "../telemetry/servers"
const all: readonly Pair[] = [
  { name: "log", plain: `${own}/trivet`, added: `${own}/trivet-log`, most: 1.04 },
  { name: "sampled", plain: `${own}/trivet`, added: `${own}/trivet-telemetry-sampled`, most: 1.1 },
  { name: "sampled and log", plain: `${own}/trivet`, added: `${own}/trivet-telemetry-log` },
  ...["bare", "fastify", "express"].map((name) => ({
    name,
    plain: `${own}/${name}`,
    added: `${stock}/${name}-instrumented`,
  })),
]
const wanted = flags.pairs?.split(",") ?? all.map(({ name }) => name)
const pairs = all.filter(({ name }) => wanted.includes(name))
const one = cases.find(({ name }) => name === "a")!
const plan = { rounds: Number(flags.rounds), seconds: Number(flags.seconds) }

/** The CPU time of a request without and with, for each start. */
type Starts = readonly { readonly plain: number; readonly added: number }[]

const measured = new Map<Pair, { plain: number; added: number }[]>(pairs.map((pair) => [pair, []]))
// Start by start, so that whatever the machine does, it does to all pairs.
for (let start = 0; start < Number(flags.starts); start++)
  for (const pair of shuffle(pairs)) measured.get(pair)!.push(await measurePair(pair))

let missed = 0
const rows = [...measured].map(([{ name, most }, starts]) => {
  const { middle, low, high } = intervalOf(starts.map(({ plain, added }) => added / plain))
  if (most !== undefined && middle > most) missed++
  return [
    name,
    median(starts.map(({ plain }) => plain)).toFixed(2),
    median(starts.map(({ added }) => added)).toFixed(2),
    addedBy(starts).toFixed(2),
    middle.toFixed(3),
    `${low.toFixed(3)}–${high.toFixed(3)}`,
    most === undefined ? "" : `${middle <= most ? "reached" : "MISSED"} ${most}`,
  ]
})
console.log(table(["", "µs CPU without", "µs CPU with", "µs added", "ratio", "95 % interval", "goal"], rows))
const sampled = [...measured].find(([{ name }]) => name === "sampled")
for (const [{ name, added }, starts] of measured) {
  if (sampled === undefined || !added.startsWith(stock)) continue
  const share = addedBy(sampled[1]) / addedBy(starts)
  if (share >= 0.5) missed++
  const verdict = share < 0.5 ? "reached" : "MISSED "
  const what = `of what the stock instrumentation adds to ${name}`
  console.log(`${verdict}  telemetry() adds ${share.toFixed(2)} ${what}; below 0.5`)
}
process.exitCode = missed === 0 ? 0 : 1

function addedBy(starts: Starts): number {
  return median(starts.map(({ plain, added }) => added - plain))
}

/** One start of a pair. A machine that stood still says nothing, so it is tried again. */
async function measurePair(pair: Pair, tries = 3): Promise<Starts[number]> {
  const servers: RunningServer[] = []
  try {
    // In random order: the one that is started and warmed up first has more time to compile its code.
    for (const path of shuffle([pair.plain, pair.added])) {
      const at = path.lastIndexOf("/")
      const server = await startServer(path.slice(at + 1), "node", serverCore, path.slice(0, at))
      servers.push({ ...server, name: path })
    }
    const { rounds, seconds } = plan
    await Promise.all(
      servers.map((server) =>
        measure([server], one, { rounds: 0, seconds: Number(flags.warm), together: true }),
      ),
    )
    const samples = await measure(servers, one, { rounds, seconds, together: true })
    const cpuOf = (name: string) => median(samples.get(name)!.map(({ cpu }) => cpu))
    return { plain: cpuOf(pair.plain), added: cpuOf(pair.added) }
  } catch (error) {
    if (!(error instanceof Stalled) || tries === 0) throw error
    return await measurePair(pair, tries - 1)
  } finally {
    for (const server of servers) server.stop()
  }
}

import { setTimeout as sleep } from "node:timers/promises"
import { parseArgs } from "node:util"
import { PrivatePostgres } from "@trivet/postgres/testing"
import { median, quantile, shuffle, table } from "../figures.ts"
import { intervalOf } from "../paired/interval.ts"
import { figureOf, type NewCase, rounded, saveResult, versionsOf } from "../save-result.ts"
import { type Contender, contenders } from "./contenders.ts"
import { concurrency, poolSize } from "./effects.ts"
import { compareWithBase } from "./compare-with-base.ts"
import { alone, type Drained, Runner } from "./runner.ts"

// npm run bench:jobs -- [--rounds 15] [--jobs 2000] [--delays 200] [--save]
// npm run bench:jobs -- --base <work tree> [--rounds 15] [--jobs 2000] [--most 1.05]
//
// Jobs whose handler writes one row and which are completed in the same transaction: with @trivet/jobs, and with pg-boss
// by itself. The runners are processes of their own and take turns, in random order. With --base only @trivet/jobs, of this
// work tree and of another one that has its packages installed.
const { values: flags } = parseArgs({
  options: {
    rounds: { type: "string", default: "15" },
    jobs: { type: "string", default: "2000" },
    delays: { type: "string", default: "200" },
    save: { type: "boolean", default: false },
    base: { type: "string" },
    most: { type: "string", default: "1.05" },
  },
})
const [rounds, jobs, delays] = [Number(flags.rounds), Number(flags.jobs), Number(flags.delays)]
const goal = 0.9

if (flags.base !== undefined) {
  const isWithin = await compareWithBase({ base: flags.base, rounds, jobs, most: Number(flags.most) })
  process.exit(isWithin ? 0 : 1)
}

const server = await PrivatePostgres.start()
const runners: Runner[] = []
try {
  for (const contender of contenders) runners.push(await Runner.start(contender, server))
  const [spans, waits] = [await measureSpans(), await measureDelays()]
  const isReached = report(spans, waits)
  if (flags.save) save(spans, waits)
  process.exitCode = isReached ? 0 : 1
} finally {
  for (const runner of runners) await runner.stop()
  await server.remove()
}

async function measureSpans(): Promise<Map<string, Drained[]>> {
  const spans = new Map(runners.map(({ name }) => [name, [] as Drained[]]))
  // Two for the compiler.
  for (let round = -2; round < rounds; round++)
    for (const runner of shuffle(runners)) {
      const span = await alone(runner, runners, () => runner.drain(jobs))
      if (round >= 0) spans.get(runner.name)!.push(span)
    }
  return spans
}

async function measureDelays(): Promise<Map<string, number[]>> {
  const waits = new Map(runners.map(({ name }) => [name, [] as number[]]))
  for (let job = 0; job < delays; job++)
    for (const runner of shuffle(runners)) {
      waits.get(runner.name)!.push(await alone(runner, runners, () => runner.delayOf(job)))
      // Not in step with what a runner does at intervals.
      await sleep(Math.random() * 20)
    }
  return waits
}

function ratesOf(spans: readonly Drained[]): number[] {
  return spans.map(({ milliseconds }) => (countedJobs() * 1_000) / milliseconds)
}

function costsOf(spans: readonly Drained[]): number[] {
  return spans.map(({ cpu }) => cpu / countedJobs())
}

function countedJobs(): number {
  return Math.floor(jobs * 0.9) - Math.ceil(jobs / 10)
}

/** The ratios of the rounds, of Trivet to another runner, so that more is better. */
function ratiosTo(other: string, spans: Map<string, Drained[]>, kind: "rate" | "cpu"): number[] {
  const [own, others] = [spans.get("trivet")!, spans.get(other)!]
  return own.map(({ milliseconds, cpu }, round) =>
    kind === "rate" ? others[round]!.milliseconds / milliseconds : others[round]!.cpu / cpu,
  )
}

function report(spans: Map<string, Drained[]>, waits: Map<string, number[]>): boolean {
  const rows = runners.map(({ name }) => [
    name,
    median(ratesOf(spans.get(name)!)).toFixed(0),
    median(costsOf(spans.get(name)!)).toFixed(0),
    median(spans.get(name)!.map((span) => span.server)).toFixed(0),
    quantile(waits.get(name)!, 0.5).toFixed(1),
    quantile(waits.get(name)!, 0.99).toFixed(1),
  ])
  console.log(
    `\n${rounds} rounds of ${jobs} jobs, ${concurrency} at a time, ${poolSize} connections and one that listens; ${delays} single jobs\n`,
  )
  console.log(
    table(
      ["", "jobs/s", "µs CPU per job", "µs CPU of PostgreSQL", "ms from commit to start, p50", "p99"],
      rows,
    ),
  )
  console.log()
  const verdicts = contenders
    .slice(1)
    .flatMap((other) => [verdictOf(other, spans, "rate"), verdictOf(other, spans, "cpu")])
  for (const { text } of verdicts) console.log(text)
  return verdicts.every(({ isReached }) => isReached)
}

function verdictOf(
  { name, differs }: Contender,
  spans: Map<string, Drained[]>,
  kind: "rate" | "cpu",
): { readonly isReached: boolean; readonly text: string } {
  const { middle, low, high } = intervalOf(ratiosTo(name, spans, kind))
  const isReached = differs !== undefined || middle >= goal
  const verdict = differs !== undefined ? "reported" : isReached ? "reached " : "MISSED  "
  const what = kind === "rate" ? "jobs per second" : "CPU time per job"
  const figures = `${middle.toFixed(3)} of ${name} in ${what}, 95 % interval ${low.toFixed(3)} to ${high.toFixed(3)}`
  return { isReached, text: `${verdict}  ${figures}; ${differs ?? `at least ${goal}`}` }
}

function save(spans: Map<string, Drained[]>, waits: Map<string, number[]>): void {
  const middleHalf = "middle half of the rounds"
  const all = runners.map(({ name }) => name)
  const cases: NewCase[] = [
    {
      name: "drain",
      title: "Jobs that write one row, completed in the same transaction",
      measures: [
        {
          unit: "jobs/s",
          digits: 0,
          interval: middleHalf,
          series: all.map((name) => figureOf(name, ratesOf(spans.get(name)!), 0)),
        },
        {
          unit: "µs CPU per job",
          digits: 0,
          interval: middleHalf,
          series: all.map((name) => figureOf(name, costsOf(spans.get(name)!), 0)),
        },
        {
          unit: "µs CPU of PostgreSQL per job",
          digits: 0,
          interval: middleHalf,
          series: all.map((name) => {
            const values = spans.get(name)!.map((span) => span.server)
            return figureOf(name, values, 0)
          }),
        },
      ],
    },
    {
      name: "delay",
      title: "From COMMIT to the start of the handler",
      measures: [0.5, 0.99].map((share) => ({
        unit: `ms, p${share * 100}`,
        digits: 1,
        series: all.map((name) => ({ name, middle: rounded(quantile(waits.get(name)!, share), 1) })),
      })),
    },
  ]
  const versions = versionsOf("node", "pg-boss", "pg")
  saveResult("jobs", { script: "bench:jobs", args: process.argv.slice(2), versions }, cases)
}

import { rounded, saveResult, versionsOf } from "../save-result.ts"
import { findMyWayLookup, rou3Lookup, trivet, type Lookup } from "./contenders.ts"
import { createRandom, groups, makeCall, type Call, type Group } from "./rest-calls.ts"
import { restRoutes } from "./rest-routes.ts"

// npm run bench:router [-- --save]
const callsPerBlock = 1000
const warmUp = 15
const rounds = 75
const hotCalls = 100

const contenders: Readonly<Record<string, Lookup>> = {
  "trivet, cache": trivet(restRoutes, true),
  "trivet, no cache": trivet(restRoutes, false),
  "find-my-way": findMyWayLookup(restRoutes, false),
  rou3: rou3Lookup(restRoutes, false),
  "find-my-way, generated": findMyWayLookup(restRoutes, true),
  "rou3, generated": rou3Lookup(restRoutes, true),
}
const names = Object.keys(contenders)
const own = names.filter((name) => name.startsWith("trivet"))
const rivals = ["find-my-way", "rou3"]
const workloads = ["repeated", "distinct"] as const
const random = createRandom(20_261)

/** Nanoseconds per lookup, one for each round, by workload, group and contender. */
const times = new Map<string, number[]>()
const keyOf = (workload: string, group: string, name: string): string => `${workload}/${group}/${name}`
const hot = new Map<Group, Call[]>(
  groups.map((group) => [group, Array.from({ length: hotCalls }, () => makeCall(group, random))]),
)

function callsFor(workload: (typeof workloads)[number], group: Group): Call[] {
  const known = hot.get(group) ?? []
  return Array.from({ length: callsPerBlock }, () =>
    workload === "distinct" ? makeCall(group, random) : known[Math.floor(random() * known.length)]!,
  )
}

// Texts as a parser gives them: new, not hashed, not compared before. Made outside of the time that is measured.
function timeBlock(
  lookup: Lookup,
  calls: readonly Call[],
  bytes: readonly Buffer[],
): [time: number, sum: number] {
  const paths = bytes.map((path) => path.toString("latin1"))
  let sum = 0
  const start = process.hrtime.bigint()
  for (let i = 0; i < calls.length; i++) {
    const call = calls[i]!
    sum += lookup(call.method, paths[i]!, call.names)
  }
  return [Number(process.hrtime.bigint() - start) / calls.length, sum]
}

for (let round = -warmUp; round < rounds; round++) {
  for (const workload of workloads) {
    for (const group of groups) {
      const calls = callsFor(workload, group)
      const bytes = calls.map(({ path }) => Buffer.from(path, "latin1"))
      const sums = new Set<number>()
      for (const name of names.toSorted(() => random() - 0.5)) {
        const [time, sum] = timeBlock(contenders[name]!, calls, bytes)
        sums.add(sum)
        const key = keyOf(workload, group, name)
        if (round >= 0) times.set(key, [...(times.get(key) ?? []), time])
      }
      if (sums.size !== 1)
        throw new Error(`the routers do not agree on the group ${group}: ${[...sums].join(", ")}`)
    }
  }
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN
}

/** How many times as fast as a rival: compared round by round, so that a slow moment meets both. */
function ratios(workload: string, group: string, name: string, rival: string): number[] {
  const theirs = times.get(keyOf(workload, group, rival)) ?? []
  const ours = times.get(keyOf(workload, group, name)) ?? []
  return ours.map((time, round) => (theirs[round] ?? Number.NaN) / time)
}

const missed: string[] = []
for (const workload of workloads) {
  console.log(`\n${workload} paths: nanoseconds per lookup, median of ${rounds} rounds of ${callsPerBlock}`)
  console.log(["".padEnd(18), ...names.map((name) => name.padStart(24))].join(""))
  for (const group of groups) {
    const medians = names.map((name) => quantile(times.get(keyOf(workload, group, name)) ?? [], 0.5))
    console.log([group.padEnd(18), ...medians.map((time) => time.toFixed(0).padStart(24))].join(""))
  }
  for (const name of own) {
    console.log(`\n${name}, ${workload} paths: times as fast as, median (quartiles)`)
    for (const group of groups) {
      const cells = names
        .filter((rival) => !own.includes(rival))
        .map((rival) => {
          const all = ratios(workload, group, name, rival)
          const median = quantile(all, 0.5)
          const goal = group === "overall" ? 1 : 0.9
          if (rivals.includes(rival) && !(median >= goal))
            missed.push(`${name}, ${workload}, ${group}: ${median.toFixed(2)} of ${rival}`)
          return `${rival} ${median.toFixed(2)} (${quantile(all, 0.25).toFixed(2)}–${quantile(all, 0.75).toFixed(2)})`
        })
      console.log([group.padEnd(18), ...cells.map((cell) => cell.padEnd(42))].join("").trimEnd())
    }
  }
}

console.log(
  missed.length === 0
    ? "\ngoal met: ahead of find-my-way and rou3 overall, at least 0.9 of each in every group"
    : `\ngoal missed:\n${missed.join("\n")}`,
)
process.exitCode = missed.length === 0 ? 0 : 1

if (process.argv.includes("--save")) {
  const timesOf = (workload: string, group: string) => ({
    unit: "ns per lookup",
    digits: 0,
    series: names.map((name) => ({
      name,
      middle: rounded(quantile(times.get(keyOf(workload, group, name)) ?? [], 0.5), 0),
    })),
  })
  const ratiosOf = (workload: string, group: string, name: string) => ({
    unit: `${name}: times as fast as`,
    digits: 2,
    interval: "p25–p75 of the rounds",
    series: names
      .filter((rival) => !own.includes(rival))
      .map((rival) => {
        const all = ratios(workload, group, name, rival)
        const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => rounded(quantile(all, share), 2))
        return { name: rival, middle: middle!, low: low!, high: high! }
      }),
  })
  const cases = workloads.flatMap((workload) =>
    groups.map((group) => ({
      name: `${workload}, ${group}`,
      title: `${workload} paths, ${group}`,
      measures: [...own.map((name) => ratiosOf(workload, group, name)), timesOf(workload, group)],
    })),
  )
  const versions = versionsOf("node", "find-my-way", "rou3")
  saveResult("router", { script: "bench:router", args: process.argv.slice(2), versions }, cases)
}

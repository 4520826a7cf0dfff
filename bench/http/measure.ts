import { shuffle } from "../figures.ts"
import type { Calls } from "./cases.ts"
import { cpuTimeOf, cpuTimeOfAll, cpuTimeOfOwn } from "./cpu-time.ts"
import { runWrk } from "./run-wrk.ts"
import type { RunningServer } from "./start-server.ts"

/** The core of all servers: one is measured at a time, the others idle. */
export const serverCore = 0
const clientCore = 1

/** One server in one round. */
export interface Sample {
  readonly perSecond: number
  /** The server's CPU time for one request, in microseconds. */
  readonly cpu: number
  /** How much of one core went to processes that have no part in the bench. */
  readonly others: number
}

/** For each server its samples, round by round. */
export type Samples = ReadonlyMap<string, readonly Sample[]>

// Two cores share caches and more: with a compiler at work beside it a request can take twice the CPU time.
const calm = 0.1
const mostTries = 4

/** How a case is measured. */
export interface Plan {
  readonly rounds: number
  readonly seconds: number
  /** All servers at once, instead of one after the other. */
  readonly together: boolean
}

/** Measures all servers in each round, so that a noisy while hits none of them alone. */
export async function measure(servers: readonly RunningServer[], one: Calls, plan: Plan): Promise<Samples> {
  const samples = new Map(servers.map(({ name }) => [name, [] as Sample[]]))
  const add = async (server: RunningServer, sample: Promise<Sample>) =>
    samples.get(server.name)!.push(await sample)
  for (const server of servers) await measureOnce(server, one, Math.max(plan.seconds, 3))
  for (let round = 0; round < plan.rounds; round++) {
    if (plan.together) {
      // They take turns on one core, a few milliseconds each: whatever else the machine does, it does to all of them.
      await Promise.all(shuffle(servers).map((server) => add(server, measureOnce(server, one, plan.seconds))))
    } else {
      for (const server of shuffle(servers)) await add(server, measureCalmly(server, one, plan.seconds))
    }
  }
  return samples
}

/** Measures again when the machine was not left alone; gives the calmest sample, whatever it says. */
async function measureCalmly(server: RunningServer, one: Calls, seconds: number): Promise<Sample> {
  let best = await measureOnce(server, one, seconds)
  for (let tries = 1; best.others > calm && tries < mostTries; tries++) {
    const next = await measureOnce(server, one, seconds)
    if (next.others < best.others) best = next
  }
  return best
}

async function measureOnce(server: RunningServer, one: Calls, seconds: number): Promise<Sample> {
  const start = performance.now()
  const before = { server: cpuTimeOf(server.pid), all: cpuTimeOfAll(), own: cpuTimeOfOwn() }
  const { requests, perSecond } = await runWrk(server.url, one, seconds, clientCore)
  const cpu = cpuTimeOf(server.pid) - before.server
  const others = cpuTimeOfAll() - before.all - (cpuTimeOfOwn() - before.own) - cpu
  return {
    perSecond,
    cpu: cpu / 1000 / requests,
    others: Math.max(0, others) / ((performance.now() - start) * 1_000_000),
  }
}

import { shuffle } from "../figures.ts"
import type { Case } from "./cases.ts"
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

/** Measures all servers in each round, in an order left to chance, so that a noisy while hits none of them alone. */
export async function measure(
  servers: readonly RunningServer[],
  one: Case,
  rounds: number,
  seconds: number,
): Promise<Samples> {
  const samples = new Map(servers.map(({ name }) => [name, [] as Sample[]]))
  for (const server of servers) await measureOnce(server, one, Math.max(seconds, 3))
  for (let round = 0; round < rounds; round++) {
    for (const server of shuffle(servers)) {
      samples.get(server.name)!.push(await measureCalmly(server, one, seconds))
    }
  }
  return samples
}

/** Measures again when the machine was not left alone; gives the calmest sample, whatever it says. */
async function measureCalmly(server: RunningServer, one: Case, seconds: number): Promise<Sample> {
  let best = await measureOnce(server, one, seconds)
  for (let tries = 1; best.others > calm && tries < mostTries; tries++) {
    const next = await measureOnce(server, one, seconds)
    if (next.others < best.others) best = next
  }
  return best
}

async function measureOnce(server: RunningServer, one: Case, seconds: number): Promise<Sample> {
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

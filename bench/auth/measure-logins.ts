import { shuffle } from "../figures.ts"
import { cpuTimeOf, cpuTimeOfAll, cpuTimeOfOwn } from "../http/cpu-time.ts"
import type { Sample, Samples } from "../http/measure.ts"
import type { RunningServer } from "../http/start-server.ts"
import { account } from "./account.ts"

const atOnce = 4
const logins = 40

/** Measures logins, a server at a time. Hashes take so long that a few clients, without a tool of their own, are enough. */
export async function measureLogins(servers: readonly RunningServer[], rounds: number): Promise<Samples> {
  const samples = new Map(servers.map(({ name }) => [name, [] as Sample[]]))
  for (const server of servers) await measureOnce(server)
  for (let round = 0; round < rounds; round++)
    for (const server of shuffle(servers)) samples.get(server.name)!.push(await measureOnce(server))
  return samples
}

async function measureOnce({ pid, url }: RunningServer): Promise<Sample> {
  const began = performance.now()
  const before = { server: cpuTimeOf(pid), all: cpuTimeOfAll(), own: cpuTimeOfOwn() }
  await Promise.all(Array.from({ length: atOnce }, () => logInOften(url, logins / atOnce)))
  const [cpu, took] = [cpuTimeOf(pid) - before.server, performance.now() - began]
  const others = cpuTimeOfAll() - before.all - (cpuTimeOfOwn() - before.own) - cpu
  return {
    perSecond: (logins * 1000) / took,
    cpu: cpu / 1000 / logins,
    others: Math.max(0, others) / (took * 1_000_000),
  }
}

async function logInOften(url: string, times: number): Promise<void> {
  const body = JSON.stringify({ email: account.email, password: account.password })
  for (let time = 0; time < times; time++) {
    const reply = await fetch(`${url}/login`, { method: "POST", body })
    await reply.text()
    if (reply.status !== 200) throw new Error(`a login was answered with ${reply.status}`)
  }
}

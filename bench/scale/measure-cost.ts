import { cpuTimeOf } from "../http/cpu-time.ts"
import { runWrk } from "../http/run-wrk.ts"
import { type Part, parts } from "./cost.ts"
import type { Call, Scene } from "./scene.ts"

const clientCore = 1
const atOnce = 2

/** Makes one kind of call for some seconds, and gives the microseconds that one of them took in each part. */
export async function measureCost(
  scene: Scene,
  call: Call,
  seconds: number,
): Promise<Readonly<Record<Part, number>>> {
  const before = cpuTimes(scene, call.pid)
  const count = call.times === undefined ? await callFor(call, seconds) : await callOften(call, call.times)
  const after = cpuTimes(scene, call.pid)
  const micros = parts.map((part) => [part, between(before[part], after[part]) / 1000 / count])
  return Object.fromEntries(micros) as Record<Part, number>
}

type CpuTimes = Readonly<Record<Part, ReadonlyMap<number, number>>>

/** The CPU time of each process of each part, in nanoseconds. */
function cpuTimes(scene: Scene, pid: number): CpuTimes {
  const processes = scene.processesOf(pid)
  const times = parts.map((part) => [part, new Map(processes[part].map((one) => [one, cpuTimeOf(one)]))])
  return Object.fromEntries(times) as CpuTimes
}

/** A process that has begun meanwhile counts whole; one that has ended cannot be asked any more. */
function between(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  return [...after].reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0)
}

async function callFor({ url, method, body, token }: Call, seconds: number): Promise<number> {
  // Read by wrk/calls.lua.
  Object.assign(process.env, {
    SCALE_METHOD: method,
    SCALE_BODY: body ?? "",
    SCALE_AUTHORIZATION: token === undefined ? "" : `Bearer ${token}`,
  })
  const { requests } = await runWrk(
    url,
    { path: "", script: "../../scale/wrk/calls.lua" },
    seconds,
    clientCore,
  )
  return requests
}

async function callOften({ url, method, body }: Call, times: number): Promise<number> {
  const worker = async () => {
    for (let time = 0; time < times / atOnce; time++) {
      const reply = await fetch(url, { method, body: body ?? null })
      await reply.text()
      if (!reply.ok) throw new Error(`${url} answers ${reply.status}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return times
}

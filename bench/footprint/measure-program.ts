import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { setTimeout as sleep } from "node:timers/promises"
import { cpuTimeOf } from "../http/cpu-time.ts"

/** What one start of a program took. */
export interface Footprint {
  /** Milliseconds of CPU time from the start of the process until its first reply had arrived. */
  readonly cpu: number
  /** Milliseconds until then. */
  readonly wall: number
  /** Megabytes of resident memory, a second after 1,000 requests. */
  readonly memory: number
}

const requests = 1_000

/** Starts a program, which prints its port, asks it for users, and ends it. */
export async function measureProgram(
  file: string,
  environment: Readonly<Record<string, string>>,
): Promise<Footprint> {
  const started = performance.now()
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...environment, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit"],
  })
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  try {
    const port = await new Promise<number>((resolve, reject) => {
      child.once("exit", (code) => reject(new Error(`${file} ended with ${code} before it listened`)))
      createInterface(child.stdout).on("line", (line) => {
        if (/^\d+$/.test(line)) resolve(Number(line))
      })
    })
    const ask = async (id: number) => {
      const reply = await fetch(`http://127.0.0.1:${port}/users/${id}`)
      const user = (await reply.json()) as { readonly id?: unknown }
      if (reply.status !== 200 || user.id !== String(id)) throw new Error(`${file} answered ${reply.status}`)
    }
    await ask(1)
    const wall = performance.now() - started
    const cpu = cpuTimeOf(child.pid!) / 1_000_000
    for (let id = 2; id <= requests; id++) await ask(id)
    await sleep(1_000)
    return { cpu, wall, memory: memoryOf(child.pid!) }
  } finally {
    child.kill("SIGKILL")
    await ended
  }
}

function memoryOf(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))
  if (line === null) throw new Error(`/proc/${pid}/status names no VmRSS`)
  return Number(line[1]) / 1_000
}

import { spawn } from "node:child_process"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { bundleProgram } from "../../../../scripts/suite/bundle-program.ts"

/** A line of the program's log. */
export interface LogLine {
  readonly time: number
  readonly level: number
  readonly msg: string
  readonly worker?: number
  readonly replaces?: number
  readonly milliseconds?: number
  readonly next_in?: number
  readonly outcome?: number | string
  readonly rejected?: number
  readonly err?: { readonly message: string }
}

/** `programs/work.ts` in a process of its own, or in several. */
export interface Work {
  readonly pid: number
  readonly port: number
  readonly log: readonly LogLine[]
  /** What it wrote that is no log, and its errors. */
  readonly said: readonly string[]
  readonly ended: Promise<{ readonly code: number | NodeJS.Signals; readonly at: number }>
  signal(name: NodeJS.Signals): void
  /** The workers that serve, as the log tells it. */
  workers(): number[]
  /** Waits until the log has so many lines with a message. */
  logged(message: string, count?: number): Promise<LogLine[]>
}

/** Starts it and waits until it serves, or has ended: then its port is 0. */
export async function startWork(
  env: Readonly<Record<string, string>> = {},
  run: readonly string[] = [process.execPath],
): Promise<Work> {
  const file = await bundleProgram(join(import.meta.dirname, "programs/work.ts"))
  const [command, ...args] = [...run, file]
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] })
  const ended = new Promise<{ code: number | NodeJS.Signals; at: number }>((end) =>
    child.once("close", (code, signal) => end({ code: code ?? signal!, at: performance.now() })),
  )
  const log: LogLine[] = []
  const said: string[] = []
  const port = new Promise<number>((give) => {
    createInterface(child.stdout).on("line", (line) => {
      const told = parse(line)
      if (told === undefined) said.push(line)
      else if ("msg" in told) log.push(told as LogLine)
      else give((told as { port: number }).port)
    })
    createInterface(child.stderr).on("line", (line) => said.push(line))
    void ended.then(() => give(0))
  })
  const find = (message: string) => log.filter(({ msg }) => msg.includes(message))
  return {
    pid: child.pid!,
    port: await port,
    log,
    said,
    ended,
    signal: (name) => void child.kill(name),
    workers: () => workersOf(log),
    logged: async (message, count = 1) => {
      await until(() => find(message).length >= count, `"${message}" in the log`)
      return find(message)
    },
  }
}

function parse(line: string): object | undefined {
  try {
    return JSON.parse(line) as object
  } catch {
    return undefined
  }
}

function workersOf(log: readonly LogLine[]): number[] {
  const serving = new Set<number>()
  for (const { msg, worker } of log) {
    if (worker === undefined) continue
    if (msg === "worker started" || msg === "worker replaced") serving.add(worker)
    else serving.delete(worker)
  }
  return [...serving]
}

/** Waits until something is so. */
export async function until(isSo: () => boolean, what: string, milliseconds = 120_000): Promise<void> {
  const latest = performance.now() + milliseconds
  while (!isSo()) {
    if (performance.now() > latest) throw new Error(`not within ${milliseconds} ms: ${what}`)
    await pause(10)
  }
}

/** Waits. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((go) => setTimeout(go, milliseconds))
}

/** Whether a process exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

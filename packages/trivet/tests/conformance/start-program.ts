import { spawn } from "node:child_process"
import { join } from "node:path"
import { createInterface } from "node:readline"

/** A program of this folder that runs in a process of its own. */
export interface Program {
  readonly pid: number
  /** What its first line told: the port it listens on, or its result. */
  readonly told: { readonly port: number } & Readonly<Record<string, number>>
  /** The lines after the first. */
  readonly lines: readonly string[]
  signal(name: NodeJS.Signals): void
  /** Its exit code, or the signal that ended it, and when. */
  readonly ended: Promise<{ readonly code: number | NodeJS.Signals; readonly at: number }>
}

/** Starts a program on this Node and waits for its first line. */
export async function startProgram(
  name: string,
  env: Readonly<Record<string, string>> = {},
  ...flags: readonly string[]
): Promise<Program> {
  const file = join(import.meta.dirname, "programs", `${name}.ts`)
  const child = spawn(process.execPath, [...flags, "--conditions=@trivet/source", file], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  })
  const ended = new Promise<{ code: number | NodeJS.Signals; at: number }>((end) =>
    child.once("exit", (code, signal) => end({ code: code ?? signal!, at: performance.now() })),
  )
  const lines: string[] = []
  const first = new Promise<string>((give, refuse) => {
    child.once("error", refuse)
    void ended.then(({ code }) => refuse(new Error(`${name} ended with ${code} before it said anything`)))
    createInterface(child.stdout).on("line", (line) => {
      lines.push(line)
      give(line)
    })
  })
  const told = JSON.parse(await first) as Program["told"]
  lines.shift()
  return { pid: child.pid!, told, lines, ended, signal: (signal) => void child.kill(signal) }
}

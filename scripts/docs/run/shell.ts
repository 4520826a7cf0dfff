import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"

/** Where commands run, and with which variables. */
export interface ShellPlace {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** How a command ended, and what it wrote on both streams. */
export interface Ended {
  readonly code: number
  readonly output: string
}

const longest = 240_000

/** A bash that stays open, so that a variable or a folder that one command sets holds for the next. */
export class Shell {
  readonly #child: ChildProcess
  #output = ""

  constructor({ cwd, env }: ShellPlace) {
    this.#child = spawn("bash", ["--noprofile", "--norc"], { cwd, env, detached: true })
    this.#child.stdout!.setEncoding("utf8").on("data", (piece: string) => (this.#output += piece))
    // On a terminal, curl draws no progress.
    this.#child.stdin!.write('exec 2>&1; curl() { command curl -s "$@"; }\n')
  }

  /** Runs a command to its end. */
  async run(command: string): Promise<Ended> {
    const mark = `:${crypto.randomUUID()}:`
    this.#output = ""
    this.#child.stdin!.write(`{ ${command}\n} </dev/null\nprintf '${mark}%s\\n' $?\n`)
    const began = performance.now()
    for (;;) {
      const at = this.#output.indexOf(mark)
      if (at >= 0 && this.#output.endsWith("\n"))
        return { code: Number(this.#output.slice(at + mark.length)), output: this.#output.slice(0, at) }
      if (this.#child.exitCode !== null || performance.now() - began > longest)
        throw new Error(`$ ${command}\n${this.#output}\nhas not ended`)
      await sleep(5)
    }
  }

  /** Where the shell is by now, with the variables that it exports. */
  async place(): Promise<ShellPlace> {
    const { output } = await this.run("pwd; env -0")
    const cwd = output.slice(0, output.indexOf("\n"))
    const lines = output.slice(cwd.length + 1).split("\0")
    return { cwd, env: Object.fromEntries(lines.map((line) => line.split(/=([^]*)/, 2) as [string, string])) }
  }

  /** Ends the shell and everything that it has started. */
  end(): void {
    endGroup(this.#child, "SIGKILL")
  }
}

/** A server that a command has started. */
export interface StartedServer {
  output(): string
  stop(): Promise<void>
}

/** Starts a server and waits until it logs the address at which it listens. */
export async function startServer(command: string, { cwd, env }: ShellPlace): Promise<StartedServer> {
  const child = spawn("bash", ["--noprofile", "--norc", "-c", command], { cwd, env, detached: true })
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (piece: string) => (output += piece))
  // A test run that is interrupted leaves no server behind.
  const atExit = () => endGroup(child, "SIGKILL")
  process.once("exit", atExit)
  const stop = async () => {
    process.off("exit", atExit)
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, "close")
    endGroup(child, "SIGTERM")
    const timer = setTimeout(() => endGroup(child, "SIGKILL"), 15_000)
    await ended
    clearTimeout(timer)
  }
  const began = performance.now()
  while (!/listening on http:.*\n/.test(output)) {
    if (child.exitCode !== null || performance.now() - began > 90_000) {
      await stop()
      throw new Error(`$ ${command}\n${output}\nnever listened`)
    }
    await sleep(10)
  }
  return { output: () => output, stop }
}

/** Sends a signal to a process that was started detached, and to all that it has started. */
export function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal)
  } catch {
    // It has ended by itself.
  }
}

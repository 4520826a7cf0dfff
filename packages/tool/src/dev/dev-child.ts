import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { type DevAsk, type DevMessage, devVariable } from "./dev-message.ts"

// Beside this file, as a source or compiled.
const preload = new URL(`./dev-preload${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url)
  .href

/** Milliseconds until a program that is asked to stop is told to end at once, and until it is killed. */
const patience = { stop: 5_000, end: 1_000 } as const

/** What becomes of a program while it runs. */
export interface DevChildEvents {
  readonly message: (message: DevMessage) => void
  /** It ended, and nobody had asked it to. */
  readonly ended: (outcome: number | string) => void
}

/** One run of the program. */
export class DevChild {
  readonly #process: ChildProcess
  readonly #gone: Promise<unknown>
  readonly #atExit = (): void => this.#kill("SIGKILL")
  #stopping = false

  constructor(file: string, { message, ended }: DevChildEvents) {
    const args = [...process.execArgv, "--import", preload, file]
    this.#process = spawn(process.execPath, args, {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      // A session of its own: Ctrl-C in the terminal reaches the tool alone, which asks the program to stop once.
      detached: process.platform !== "win32",
      env: { ...process.env, [devVariable]: String(process.pid) },
    })
    this.#gone = once(this.#process, "exit")
    this.#process.on("message", (told: DevMessage) => {
      if (!this.#stopping) message(told)
    })
    this.#process.on("exit", (code, signal) => {
      process.off("exit", this.#atExit)
      if (!this.#stopping) ended(signal ?? code ?? 0)
    })
    // Whatever ends the tool ends the program too.
    process.once("exit", this.#atExit)
  }

  get isRunning(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null
  }

  /** Sends it a message. Whether it could be reached. */
  ask(asked: DevAsk): boolean {
    if (!this.#process.connected || this.#stopping) return false
    this.#process.send(asked, () => undefined)
    return true
  }

  /** Asks it to stop and waits until it is gone, within bounds. Its port is free then. */
  async stop(): Promise<void> {
    this.#stopping = true
    if (!this.isRunning) return
    this.#process.kill("SIGTERM")
    const end = setTimeout(() => this.#process.kill("SIGTERM"), patience.stop)
    const kill = setTimeout(() => this.#kill("SIGKILL"), patience.stop + patience.end)
    await this.#gone
    clearTimeout(end)
    clearTimeout(kill)
  }

  /** Reaches whatever it has started, too. */
  #kill(signal: NodeJS.Signals): void {
    try {
      if (process.platform === "win32") this.#process.kill(signal)
      else process.kill(-this.#process.pid!, signal)
    } catch {
      // It is gone already.
    }
  }
}

import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { type DevAsk, type DevMessage, devVariable } from "./dev-message.ts"

// Beside this file, as source or compiled.
const preload = new URL(`./dev-preload${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url)
  .href

/** Milliseconds between the request to stop and the signal to end at once, and between that signal and SIGKILL. */
const patience = { stop: 5_000, end: 1_000 } as const

/** The events of a program's run. */
export interface DevChildEvents {
  readonly message: (message: DevMessage) => void
  /** The program ended without a request to stop. */
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
      // Its own session: Ctrl-C in the terminal reaches only the tool, which asks the program to stop once.
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
    // The program ends whenever the tool ends.
    process.once("exit", this.#atExit)
  }

  get isRunning(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null
  }

  /** Sends a message. Returns whether the program could be reached. */
  ask(asked: DevAsk): boolean {
    if (!this.#process.connected || this.#stopping) return false
    this.#process.send(asked, () => undefined)
    return true
  }

  /** Asks the program to stop and waits, for a limited time, until it has ended and its port is free. */
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

  /** Signals the whole process group. */
  #kill(signal: NodeJS.Signals): void {
    try {
      if (process.platform === "win32") this.#process.kill(signal)
      else process.kill(-this.#process.pid!, signal)
    } catch {
      // The process has already ended.
    }
  }
}

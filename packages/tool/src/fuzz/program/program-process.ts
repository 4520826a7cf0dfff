import { type ChildProcess, spawn } from "node:child_process"
import { PublicError } from "trivet"
import type { Ended, FuzzRoute, ThrownError } from "../target/fuzz-target.ts"
import { type FuzzAsk, type FuzzMessage, fuzzVariable } from "./fuzz-message.ts"
import { ProgramMails } from "./program-mails.ts"

// Beside this file, as source or compiled.
const preload = new URL(`./fuzz-preload${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url)
  .href

/** Explains why a program does not start. */
export type Explain = (report: Extract<FuzzMessage, { kind: "failed" }>["report"]) => string

/** The number of calls whose errors are kept. */
const keptErrors = 1_000

type WithoutNumber<Ask> = Ask extends unknown ? Omit<Ask, "ask"> : never

/** One run of the program. */
export class ProgramProcess {
  readonly #process: ChildProcess
  readonly #gone: Promise<unknown>
  readonly #waiting = new Map<number, (answer: unknown) => void>()
  readonly #atExit = (): void => this.#kill("SIGKILL")
  readonly accepted = new Set<string>()
  readonly mails = new ProgramMails()
  routes: readonly FuzzRoute[] = []
  secrets: readonly string[] = []
  port = 0
  embedded = false
  /** An uncaught error: the process ends after the calls in progress. */
  #fatal: Ended | undefined
  readonly #errors = new Map<string, ThrownError[]>()
  #printed = ""
  #asks = 0

  private constructor(file: string, port: number, signal: AbortSignal) {
    const flags = [...process.execArgv, "--expose-gc", "--import", preload]
    this.#process = spawn(process.execPath, [...flags, file], {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      detached: process.platform !== "win32",
      signal,
      killSignal: "SIGKILL",
      env: {
        ...process.env,
        // As in tests, `.env` is not read: it may name the developer's own database. Replies are compared with their
        // contracts.
        NODE_ENV: "test",
        PORT: String(port),
        [fuzzVariable]: String(process.pid),
      },
    })
    // An `error` event is emitted if the signal ends the process; "exit" follows.
    this.#gone = new Promise((give) => this.#process.on("error", () => undefined).once("exit", give))
    const keep = (text: Buffer) => (this.#printed = (this.#printed + text.toString()).slice(-4_000))
    this.#process.stdout?.on("data", keep)
    this.#process.stderr?.on("data", keep)
    process.once("exit", this.#atExit)
    this.#process.once("exit", () => {
      process.off("exit", this.#atExit)
      for (const end of this.#waiting.values()) end(undefined)
    })
  }

  /** Starts a program and waits until it listens. The signal ends it at any time. */
  static async start(
    file: string,
    port: number,
    milliseconds: number,
    signal: AbortSignal,
    explain: Explain,
  ): Promise<ProgramProcess> {
    const program = new ProgramProcess(file, port, signal)
    try {
      await program.#listening(milliseconds, explain)
    } catch (error) {
      program.#kill("SIGKILL")
      throw error
    }
    return program
  }

  /** How it ended; `undefined` while it runs. */
  get outcome(): number | string | undefined {
    return this.#process.signalCode ?? this.#process.exitCode ?? undefined
  }

  /** How it ended, or why it is about to end; `undefined` while it runs. */
  get ended(): Ended | undefined {
    if (this.#fatal !== undefined || this.outcome === undefined) return this.#fatal
    const text = `it ended with ${this.outcome}. It printed:\n${this.#printed.slice(-1_500)}`
    return { text, call: undefined }
  }

  /** Removes and returns the errors that a call threw. Errors that are never requested are dropped. */
  async takeErrors(call: string): Promise<readonly ThrownError[]> {
    // A reply may arrive before the message about its error.
    if (!this.#errors.has(call)) await this.ask({ kind: "alive" })
    const errors = this.#errors.get(call) ?? []
    this.#errors.delete(call)
    return errors
  }

  /** Sends a request to the process; `undefined` if it does not answer. */
  ask(asked: WithoutNumber<FuzzAsk>): Promise<unknown> {
    const ask = this.#asks++
    return new Promise((give) => {
      const end = (answer: unknown) => {
        clearTimeout(timer)
        this.#waiting.delete(ask)
        give(answer)
      }
      const timer = setTimeout(() => end(undefined), 5_000)
      this.#waiting.set(ask, end)
      if (!this.#process.connected) return end(undefined)
      this.#process.send({ ...asked, ask }, (error) => {
        if (error !== null) end(undefined)
      })
    })
  }

  /** Asks it to stop, for a limited time. Returns how many milliseconds that took. */
  async stop(milliseconds: number): Promise<number> {
    const began = performance.now()
    if (this.outcome !== undefined) return 0
    this.#process.kill("SIGTERM")
    const timer = setTimeout(() => this.#kill("SIGKILL"), milliseconds)
    await this.#gone
    clearTimeout(timer)
    return performance.now() - began
  }

  #listening(milliseconds: number, explain: Explain): Promise<void> {
    return new Promise((give, fail) => {
      const refuse = (text: string) => fail(new PublicError(500, `the program cannot be fuzzed: ${text}`))
      const timer = setTimeout(
        () => refuse(`it did not listen within ${milliseconds / 1000} s. ${this.#said()}`),
        milliseconds,
      )
      this.#process.on("message", (message: FuzzMessage) => {
        this.#hear(message)
        if (message.kind === "failed")
          refuse(
            `it does not start. NODE_ENV is test, and .env is not read: set what it needs in the shell.\n\n${explain(message.report)}`,
          )
        if (message.kind !== "listening") return
        clearTimeout(timer)
        if (this.routes.length === 0)
          refuse("it listens with workers or without Trivet. Start it with one process")
        else give()
      })
      this.#process.once("exit", () => {
        clearTimeout(timer)
        refuse(`it ended with ${this.outcome} before it listened. ${this.#said()}`)
      })
    })
  }

  #hear(message: FuzzMessage): void {
    if (message.kind === "routes") this.routes = message.routes
    else if (message.kind === "listening") {
      this.port = message.port
      this.secrets = message.secrets
      this.embedded = message.embedded
    } else if (message.kind === "mail") this.mails.add(message.mail)
    else if (message.kind === "thrown") this.#keepError(message.error, message.call)
    else if (message.kind === "accepted") this.accepted.add(message.id)
    else if (message.kind === "answer") this.#waiting.get(message.ask)?.(message.answer)
  }

  #keepError(error: ThrownError, call: string | undefined): void {
    if (error.isFatal) this.#fatal ??= { text: error.text, call }
    if (call === undefined) return
    const [oldest] = this.#errors.keys()
    if (this.#errors.size >= keptErrors && oldest !== undefined) this.#errors.delete(oldest)
    this.#errors.set(call, [...(this.#errors.get(call) ?? []), error])
  }

  #said(): string {
    return this.#printed === "" ? "" : `It printed:\n${this.#printed}`
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

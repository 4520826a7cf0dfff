import { type ChildProcess, spawn } from "node:child_process"
import { PublicError } from "trivet"
import { type Question, questionVariable, type Report } from "./report.ts"

/** Options of an inspection. */
export interface InspectOptions extends Question {
  /** How long the program may take until it calls `createApp()`, in milliseconds. */
  readonly timeout: number
  readonly signal: AbortSignal
  /** Flags for Node. Default: those of this process. */
  readonly flags?: readonly string[]
  /** Added to the environment. */
  readonly env?: NodeJS.ProcessEnv
}

// Beside this file, as source or compiled.
const inspector = new URL(`./inspector${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url)
  .href

/**
 * Loads a program in its own process and requests the description of its application. The program is not started: its
 * call of `createApp()` never returns. Its output is not passed on.
 */
export async function inspectApplication(file: string, options: InspectOptions): Promise<Report> {
  const { timeout, signal, env, flags, ...question } = options
  const child = spawn(process.execPath, [...(flags ?? process.execArgv), "--import", inspector, file], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    signal,
    env: { ...process.env, ...quietEnvironment(), ...env, [questionVariable]: JSON.stringify(question) },
  })
  const timer = setTimeout(() => child.kill("SIGKILL"), timeout)
  try {
    return await reportOf(child, timeout)
  } finally {
    clearTimeout(timer)
    child.kill("SIGKILL")
  }
}

/** Production settings belong to the environment of a server, and an inspection does not need them. */
function quietEnvironment(): NodeJS.ProcessEnv {
  return process.env["NODE_ENV"] === "production" ? { NODE_ENV: "development" } : {}
}

function reportOf(child: ChildProcess, timeout: number): Promise<Report> {
  return new Promise((tell, fail) => {
    let printed = ""
    const keep = (text: Buffer) => (printed = (printed + text.toString()).slice(-4_000))
    child.stdout?.on("data", keep)
    child.stderr?.on("data", keep)
    child.on("message", (report: Report) => tell(report))
    child.on("error", fail)
    child.on("exit", (code, signal) => {
      const reason =
        signal === "SIGKILL"
          ? `it called neither serve() nor run() within ${timeout / 1000} s. What does it wait for before that?`
          : `it ended with ${signal ?? code} before it called serve() or run()`
      // The message may still arrive.
      setTimeout(
        () => fail(new PublicError(500, `${reason}${printed === "" ? "" : `. It printed:\n${printed}`}`)),
        100,
      )
    })
  })
}

import { type ChildProcess, spawn } from "node:child_process"
import { PublicError } from "trivet"
import { type Question, questionVariable, type Report } from "./report.ts"

/** How a program is looked into. */
export interface InspectOptions extends Question {
  /** How long the program may take until it calls `createApp()`, in milliseconds. */
  readonly timeout: number
  readonly signal: AbortSignal
  /** Flags for Node: those of this process unless given. */
  readonly flags?: readonly string[]
  /** Added to the environment. */
  readonly env?: NodeJS.ProcessEnv
}

// Beside this file, as a source or compiled.
const inspector = new URL(`./inspector${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url)
  .href

/**
 * Loads a program in a process of its own and asks it for the application that it makes. Nothing of the program is
 * started: its call of `createApp()` never returns. What it prints is kept away from this process's output.
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

/** Settings of production are of a server's environment, and none is needed to look. */
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
      // The message may still be on its way.
      setTimeout(
        () => fail(new PublicError(500, `${reason}${printed === "" ? "" : `. It printed:\n${printed}`}`)),
        100,
      )
    })
  })
}

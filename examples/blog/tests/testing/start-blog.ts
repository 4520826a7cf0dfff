import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { compileCache } from "../../../../scripts/suite/compile-cache.ts"
import { joinedSources } from "../../../../scripts/suite/joined-sources.ts"

/** The key that signs tokens in tests. */
export const testSecret = "a secret of tests, longer than 32 bytes"

/** A blog in a process of its own. */
export interface RunningBlog {
  readonly url: string
  readonly pid: number
  /** What it has written so far. */
  readonly lines: readonly string[]
  /** Ends the process and waits for its end: SIGTERM unless said otherwise. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Starts a blog on a free port, with these variables and no others of its own, and waits until it listens. */
export async function startBlog(
  variables: Readonly<Record<string, string>>,
  program: "main.ts" | "web.ts" | "page.ts" = "main.ts",
): Promise<RunningBlog> {
  const {
    DATABASE_URL: _,
    REDIS_URL: __,
    JWT_SECRET: ___,
    NODE_ENV: ____,
    RATE_LIMIT: _____,
    UPLOADS: ______,
    ...environment
  } = process.env
  const { flags } = await joinedSources()
  const child = spawn(process.execPath, [...flags, join(import.meta.dirname, "../../src", program)], {
    env: { ...environment, ...compileCache, PORT: "0", ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const lines: string[] = []
  createInterface(child.stderr).on("line", (line) => lines.push(line))
  const url = await urlOf(child, lines)
  const atExit = () => child.kill("SIGKILL")
  process.once("exit", atExit)
  return {
    url,
    pid: child.pid!,
    lines,
    stop: async (signal = "SIGTERM") => {
      process.off("exit", atExit)
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, "exit")
      child.kill(signal)
      await gone
    },
  }
}

function urlOf(child: ChildProcess, lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once("exit", (code) =>
      reject(new Error(`the blog ended with ${code} before it listened:\n${lines.join("\n")}`)),
    )
    createInterface(child.stdout!).on("line", (line) => {
      lines.push(line)
      const url = /listening on (http:[^\s"]+)/.exec(line)?.[1]
      if (url !== undefined) resolve(url.replace("localhost", "127.0.0.1"))
    })
  })
}

import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { compileCache } from "../../../../scripts/suite/compile-cache.ts"
import { freePort } from "../../../../scripts/suite/free-port.ts"
import { joinedSources } from "../../../../scripts/suite/joined-sources.ts"

/** A help desk in processes of its own. */
export interface RunningHelpdesk {
  readonly url: string
  /** What it has written so far. */
  readonly lines: readonly string[]
  /** The process ids of its workers, in the order of their start. */
  readonly workers: readonly number[]
  /** Runs a command of the help desk on the same database. */
  command(...args: readonly string[]): Promise<string>
  /** Ends it at once. */
  kill(): Promise<void>
  /** Stops it and waits until it has stopped. */
  stop(): Promise<void>
}

/** Starts a help desk on a free port, with these settings and no others, and waits until it and all its workers serve. */
export async function startHelpdesk(given: Readonly<Record<string, string>>): Promise<RunningHelpdesk> {
  const [{ flags }, port] = await Promise.all([joinedSources(), freePort()])
  const url = `http://127.0.0.1:${port}`
  const { DATABASE_URL: _, REDIS_URL: __, NODE_ENV: ___, ...environment } = process.env
  const own = { BCRYPT_COST: "4", PORT: String(port), SITE_URL: url }
  const env = { ...environment, ...compileCache, ...own, ...given }
  const program = (file: string) => [...flags, join(import.meta.dirname, "../../src", file)]
  const child = spawn(process.execPath, program("main.ts"), { env, stdio: ["ignore", "pipe", "pipe"] })
  const lines: string[] = []
  for (const output of [child.stdout, child.stderr])
    createInterface(output).on("line", (line) => lines.push(line))
  const atExit = () => child.kill("SIGKILL")
  process.once("exit", atExit)
  const workers = () =>
    lines.flatMap((line) => {
      const [, pid] = /"worker":(\d+)/.exec(line) ?? []
      return pid !== undefined && /worker (?:started|replaced)/.test(line) ? [Number(pid)] : []
    })
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`the help desk ended:\n${lines.join("\n")}`)
    if (workers().length < Number(given["WORKERS"] ?? 0)) return false
    return (await fetch(`${url}/health/ready`).catch(() => undefined))?.status === 200
  }
  while (!(await isReady())) await sleep(50)
  return {
    url,
    lines,
    get workers() {
      return workers()
    },
    async command(...args) {
      const ran = await promisify(execFile)(process.execPath, [...program("cli.ts"), ...args], { env })
      return ran.stdout
    },
    async kill() {
      const gone = once(child, "exit")
      child.kill("SIGKILL")
      await gone
    },
    async stop() {
      process.off("exit", atExit)
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, "exit")
      child.kill("SIGTERM")
      await gone
    },
  }
}

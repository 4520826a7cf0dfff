import { spawn } from "node:child_process"
import { once } from "node:events"
import { compileCache } from "../../scripts/suite/compile-cache.ts"
import { freePort } from "../../scripts/suite/free-port.ts"
import { joinedSources } from "../../scripts/suite/joined-sources.ts"
import { untilOpen } from "./until-open.ts"

/** A program of this repository that listens, in a process of its own. */
export interface Program {
  readonly port: number
  stop(): Promise<void>
}

/**
 * Starts a program from its source, on a free port unless `variables` has a PORT, and waits until it listens. If it ends
 * before, the error has its log.
 */
export async function serveProgram(
  path: string,
  variables: Readonly<Record<string, string>>,
): Promise<Program> {
  const { DATABASE_URL: _, REDIS_URL: __, NODE_ENV: ___, ...environment } = process.env
  const { flags } = await joinedSources()
  const port = Number(variables["PORT"] ?? (await freePort()))
  const child = spawn(process.execPath, [...flags, path], {
    env: { ...environment, ...compileCache, PORT: String(port), ...variables },
    stdio: ["ignore", "ignore", "pipe"],
  })
  let log = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => (log += text))
  const closed = once(child, "close")
  try {
    await untilOpen(port, child, path)
  } catch (error) {
    child.kill("SIGKILL")
    await closed
    throw new Error(`${path} did not start:\n${log}`, { cause: error })
  }
  return {
    port,
    stop: async () => {
      child.kill("SIGTERM")
      await closed
    },
  }
}

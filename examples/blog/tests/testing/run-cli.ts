import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { compileCache } from "../../../../scripts/suite/compile-cache.ts"
import { joinedSources } from "../../../../scripts/suite/joined-sources.ts"

/** How a command ended. */
export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command of the blog in a process of its own, with a text on its standard input. */
export async function runCli(
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  input = "",
): Promise<Ran> {
  const { DATABASE_URL: _, REDIS_URL: __, NODE_ENV: ___, ...environment } = process.env
  const { flags } = await joinedSources()
  const program = join(import.meta.dirname, "../../src/cli.ts")
  const child = spawn(process.execPath, [...flags, program, ...args], {
    env: { ...environment, ...compileCache, ...variables },
    stdio: ["pipe", "pipe", "pipe"],
  })
  child.stdin.on("error", () => undefined).end(input)
  let [stdout, stderr] = ["", ""]
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text))
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text))
  const [code] = (await once(child, "close")) as [number | null]
  return { code, stdout, stderr }
}

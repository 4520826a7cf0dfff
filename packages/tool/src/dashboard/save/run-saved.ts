import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { runQuietly } from "../../app/run-quietly.ts"
import type { DevAnswer } from "../../dev/dev-message.ts"

/** Milliseconds after which a test is stopped. */
const longest = 120_000

/**
 * Runs a saved test once, as `npx vitest run` does, and returns the result. It uses a new database in memory: the
 * developer's own already has the data that the test creates, and must not be changed.
 */
export async function runSaved(file: string, signal: AbortSignal): Promise<DevAnswer> {
  const vitest = findVitest()
  if (vitest === undefined) return { problem: "It was not run: Vitest is not installed." }
  const until = AbortSignal.any([signal, AbortSignal.timeout(longest)])
  const env = { ...process.env, NODE_ENV: "test", NO_COLOR: "1", DATABASE_URL: "", REDIS_URL: "" }
  // PGlite is slow on a busy machine.
  const args = [vitest, "run", `--testTimeout=${longest}`, `--hookTimeout=${longest}`, file]
  const { ok, output } = await runQuietly(process.execPath, args, process.cwd(), until, env)
  if (ok) return { done: "It passes with an empty database." }
  const reason = /^\s*(\w*Error: .*)$/m.exec(output)?.[1] ?? output.slice(-300)
  const line = /\.saved\.test\.ts:(\d+)/.exec(output)?.[1]
  const place = line === undefined ? "" : ` (line ${line})`
  const advice = reason.startsWith("AssertionError")
    ? " A test repeats only calls since the last start: sign up, log in and create the rows again, then save."
    : ""
  return { problem: `It fails with an empty database: ${reason}${place}.${advice}` }
}

function findVitest(): string | undefined {
  try {
    const found = createRequire(join(process.cwd(), "package.json")).resolve("vitest/package.json")
    const program = join(dirname(found), "vitest.mjs")
    return existsSync(program) ? program : undefined
  } catch {
    return undefined
  }
}

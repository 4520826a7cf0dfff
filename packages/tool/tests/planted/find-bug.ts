import type { Finding, FuzzReport } from "../../src/fuzz.ts"
import { compileCache } from "../../../../scripts/suite/compile-cache.ts"
import { runTool } from "../testing/run-tool.ts"
import type { PlantedBug } from "./planted-bug.ts"
import type { PlantedCopy } from "./planted-copy.ts"

interface Run {
  readonly seconds: number
  readonly only?: string
  readonly seed?: number
}

/** Runs `trivet fuzz` in a copy of a reference, and gives its findings. */
export async function fuzzCopy(copy: PlantedCopy, run: Run): Promise<readonly Finding[]> {
  return (await reportOfCopy(copy, run)).findings
}

/** Runs `trivet fuzz` in a copy of a reference. */
export async function reportOfCopy(
  { folder, entry, env }: PlantedCopy,
  { seconds, only, seed = 1 }: Run,
): Promise<FuzzReport> {
  const args = ["fuzz", `--entry=${entry}`, `--seconds=${seconds}`, `--seed=${seed}`, "--json"]
  const { code, stdout, stderr } = await runTool(only === undefined ? args : [...args, `--only=${only}`], {
    cwd: folder,
    env: { ...compileCache, ...env, NODE_ENV: "" },
  })
  // 1 is also the code of a command that failed, which prints no report.
  if (!stdout.startsWith("{")) throw new Error(`trivet fuzz ended with ${code}:\n${stdout}\n${stderr}`)
  return JSON.parse(stdout) as FuzzReport
}

/** The finding that reports a bug: of a kind that the bug can show as, and on a route that it is on. */
export function findReport(
  findings: readonly Finding[],
  { shows: { kinds, route } }: PlantedBug,
): Finding | undefined {
  return findings.find((one) => kinds.includes(one.kind) && one.route.includes(route))
}

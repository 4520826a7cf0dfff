import { spawn } from "node:child_process"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { join, relative } from "node:path"
import { compileCache } from "../../../suite/compile-cache.ts"

/** What is read of vitest's JSON report. */
export interface TestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly startTime: number
    readonly endTime: number
    readonly assertionResults: readonly {
      readonly status: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}

/** How one run of vitest ended. */
export interface TestRun {
  readonly ok: boolean
  readonly timedOut: boolean
  /** Missing where vitest was killed or could not start. */
  readonly report: TestReport | undefined
  readonly output: string
}

/** Which tests to run, where, and for how long at most. */
export interface TestRunOptions {
  readonly folder: string
  readonly tests: readonly string[]
  /** In milliseconds. */
  readonly timeLimit: number
  readonly signal: AbortSignal
  /** Whether to stop at the first failure. */
  readonly bail: boolean
}

/** Runs test files in a work copy, one after the other, in a process group that ends with the run. */
export async function runVitest(options: TestRunOptions): Promise<TestRun> {
  const { folder, tests, timeLimit, signal, bail } = options
  const path = join(folder, "node_modules/.vitest-report.json")
  rmSync(path, { force: true })
  const vitest = join(folder, "node_modules/vitest/vitest.mjs")
  const args = ["run", ...tests, "--no-file-parallelism", "--reporter=json", `--outputFile=${path}`]
  const child = spawn(process.execPath, [vitest, ...args, ...(bail ? ["--bail=1"] : [])], {
    cwd: folder,
    // To load vitest is most of what a mutant costs.
    env: { ...process.env, ...compileCache, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  })
  const endGroup = () => {
    try {
      process.kill(-child.pid!, "SIGKILL")
    } catch {
      // The group has ended already.
    }
  }
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output = (output + text).slice(-20_000)))
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    endGroup()
  }, timeLimit)
  signal.addEventListener("abort", endGroup)
  if (signal.aborted) endGroup()
  const code = await new Promise<number | null>((ended, failed) => {
    child.once("error", failed).once("exit", ended)
  })
  clearTimeout(timer)
  signal.removeEventListener("abort", endGroup)
  // A test that failed may have left processes behind.
  endGroup()
  const report = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as TestReport) : undefined
  return { ok: code === 0, timedOut, report, output }
}

/** What vitest reports of a test file, by its path relative to the work copy. */
export function resultsByFile(
  folder: string,
  report: TestReport | undefined,
): Map<string, TestReport["testResults"][number]> {
  return new Map(report?.testResults.map((result) => [relative(folder, result.name), result]))
}

import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { cpuTimeOfOwn } from "../http/cpu-time.ts"

const compiler = join(import.meta.dirname, "../../node_modules/typescript/bin/tsc")

/** What the compiler says of one run. Times are in seconds, memory in KB. */
export interface Figures {
  readonly check: number
  readonly total: number
  /** Processor time of the whole run, on all cores: the time that other work on the machine disturbs least. */
  readonly cpu: number
  readonly memory: number
  readonly types: number
  readonly instantiations: number
}

/** One run of the compiler. Without figures it was stopped or broke off; with errors it finished and refused. */
export interface CompilerRun {
  readonly errors: readonly string[]
  readonly figures: Figures | undefined
}

/** Type-checks a folder as `tsc` does for its user, and stops it after a number of seconds. */
export function runCompiler(folder: string, seconds: number): Promise<CompilerRun> {
  return new Promise((resolve, reject) => {
    let output = ""
    const before = cpuSoFar()
    const args = [compiler, "--noEmit", "--extendedDiagnostics", "--pretty", "false", "-p", folder]
    const child = spawn(process.execPath, args, {
      stdio: ["ignore", "pipe", "inherit"],
      timeout: seconds * 1000,
      killSignal: "SIGKILL",
    })
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text))
    child.on("error", reject)
    child.on("close", () => {
      resolve({ errors: errorsIn(output), figures: figuresIn(output, cpuSoFar() - before) })
    })
  })
}

function errorsIn(output: string): string[] {
  // Lines that are indented explain the error before them.
  return output.split(/\n(?! )/).filter((text) => /\berror TS\d+: /.test(text))
}

function figuresIn(output: string, cpu: number): Figures | undefined {
  const figure = (name: string) => Number(new RegExp(`^${name}:\\s+([\\d.]+)`, "m").exec(output)?.[1])
  const figures = {
    check: figure("Check time"),
    total: figure("Total time"),
    cpu,
    memory: figure("Memory used"),
    types: figure("Types"),
    instantiations: figure("Instantiations"),
  }
  return Object.values(figures).every(Number.isFinite) ? figures : undefined
}

// Only Linux tells. Elsewhere the tests, which do not look at it, still run.
function cpuSoFar(): number {
  return existsSync("/proc/self/stat") ? cpuTimeOfOwn() / 1e9 : 0
}

import { spawn } from "node:child_process"
import { join } from "node:path"
import { bundleProgram } from "../../../../scripts/suite/bundle-program.ts"

/** How a program ended, and what it wrote. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** What a program is given. */
export interface ProgramOptions {
  readonly input?: string
  readonly env?: NodeJS.ProcessEnv
  /** Whether it runs from its source, whose places a stack then names, and not as one file, which starts faster. */
  readonly fromSource?: boolean
  /** A signal, and what the program must have written to standard error before it is sent. */
  readonly kill?: readonly [signal: NodeJS.Signals, after: string]
}

const source = join(import.meta.dirname, "program.ts")
const program = await bundleProgram(source)

/** The command line that starts the program, for a shell. */
export const commandLine: string = `${process.execPath} ${program}`

/** Runs the program through pipes. */
export function runProgram(args: readonly string[], options: ProgramOptions = {}): Promise<Ended> {
  const words = options.fromSource === true ? ["--conditions=@trivet/source", source] : [program]
  return end(process.execPath, [...words, ...args], options)
}

/** Runs a line of shell in which `app` is the program. */
export function runShell(line: string): Promise<Ended> {
  return end("bash", ["-c", `set -o pipefail; app() { ${commandLine} "$@"; }; ${line}`], {})
}

function end(
  file: string,
  args: readonly string[],
  { input = "", env, kill: [signal, after] = ["SIGKILL", "\0"] }: ProgramOptions,
): Promise<Ended> {
  return new Promise((done, fail) => {
    const child = spawn(file, args, {
      env: { ...process.env, ...env },
      timeout: 120_000,
    })
    let stdout = ""
    let stderr = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text))
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text
      if (stderr.endsWith(after)) child.kill(signal)
    })
    child.stdin.on("error", () => undefined).end(input)
    child.on("error", fail).on("close", (code) => done({ code, stdout, stderr }))
  })
}

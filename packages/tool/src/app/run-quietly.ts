import { spawn } from "node:child_process"

/** How another program ended, and the end of its output. */
export interface QuietEnd {
  readonly ok: boolean
  readonly output: string
}

/**
 * Runs another program without showing its output. It has its own process group, which ends with the signal and with
 * this process: otherwise children of npm would continue to write.
 */
export function runQuietly(
  program: string,
  args: readonly string[],
  cwd: string,
  signal: AbortSignal,
  env: NodeJS.ProcessEnv = process.env,
): Promise<QuietEnd> {
  return new Promise((done) => {
    const onWindows = process.platform === "win32"
    const child = spawn(program, args, {
      cwd,
      env,
      // On Windows npm is a batch file, which needs a shell. Other programs run without one, because it would split
      // arguments at spaces.
      shell: onWindows && program === "npm",
      detached: !onWindows,
      stdio: ["ignore", "pipe", "pipe"],
    })
    const end = (): void => {
      if (child.pid === undefined || child.exitCode !== null) return
      try {
        process.kill(onWindows ? child.pid : -child.pid, "SIGKILL")
      } catch {
        // The process has already ended.
      }
    }
    let output = ""
    const keep = (text: string): void => {
      output = (output + text).slice(-4_000)
    }
    child.stdout.setEncoding("utf8").on("data", keep)
    child.stderr.setEncoding("utf8").on("data", keep)
    process.once("exit", end)
    signal.addEventListener("abort", end, { once: true })
    const finish = (ok: boolean, text: string): void => {
      process.off("exit", end)
      signal.removeEventListener("abort", end)
      done({ ok, output: text.trim() })
    }
    child.on("error", (error) => finish(false, error.message))
    child.on("close", (code) => finish(code === 0, output))
  })
}

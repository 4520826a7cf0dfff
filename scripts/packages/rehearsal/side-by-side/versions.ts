import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"

/** A running process of one version. */
export interface Running {
  readonly version: "0.1" | "0.2"
  readonly url: string
  /** Stops it as a platform does: SIGTERM, and what is in flight ends. */
  stop(): Promise<void>
  kill(): void
}

/** Starts the program of one version from its folder, and waits until it serves. */
export async function startVersion(
  version: Running["version"],
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<Running> {
  const child = fork(join(folder, "scripts/packages/rehearsal/side-by-side/program.ts"), {
    cwd: folder,
    env: { ...process.env, ...env },
    execArgv: ["--conditions=@trivet/source"],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  })
  let log = ""
  child.stderr!.setEncoding("utf8").on("data", (piece: string) => (log += piece))
  const url = await Promise.race([
    once(child, "message").then(([message]) => (message as { readonly url: string }).url),
    once(child, "exit").then(([code]) => {
      throw new Error(`version ${version} ended with ${String(code)}:\n${log}`)
    }),
  ])
  return { version, url, stop: () => stop(child, version, () => log), kill: () => child.kill("SIGKILL") }
}

async function stop(child: ChildProcess, version: string, log: () => string): Promise<void> {
  const ended = once(child, "exit") as Promise<[number | null, string | null]>
  child.kill("SIGTERM")
  const [code, signal] = await ended
  if (code !== 0) throw new Error(`version ${version} ended with ${code ?? signal}:\n${log()}`)
}

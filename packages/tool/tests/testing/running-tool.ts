import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { toolWords } from "./run-tool.ts"

/** A folder outside of the workspace that finds the workspace's packages, with these files. */
export function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "trivet-running-"))
  symlinkSync(join(import.meta.dirname, "../../../../node_modules"), join(folder, "node_modules"))
  write(folder, { "package.json": `{ "type": "module" }`, ...files })
  return folder
}

/** Writes files of a folder. */
export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** A program that serves `GET /pid` at PORT, notes each of its starts in `starts`, and logs nothing. */
export const serverFiles: Readonly<Record<string, string>> = {
  "src/main.ts": `import { appendFileSync } from "node:fs"
import { createApp } from "trivet"
import { api } from "trivet/api"
import { serve } from "trivet/node"
import { AppModule } from "./app-module.ts"

appendFileSync("starts", \`\${process.pid}\\n\`)
const quiet = () => undefined
const log = { trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet, fatal: quiet, child: () => log }
const app = await createApp(AppModule, { platform: api(), log })
await serve(app, { port: Number(process.env["PORT"] ?? 0) })
`,
  "src/app-module.ts": `import { module } from "trivet"
import { PidController } from "./pid-controller.ts"

export const AppModule = module({ name: "app", declarations: [PidController] })
`,
  "src/pid-controller.ts": `import { get, routes } from "trivet"

export class PidController {
  routes() {
    return routes([get("/pid", this.pid)])
  }
  pid() {
    return { pid: process.pid, mode: process.env["NODE_ENV"] ?? "", note: process.env["NOTE"] ?? "", version: 1 }
  }
}
`,
}

/** What `GET /pid` of such a program says. */
export interface PidReply {
  readonly pid: number
  readonly mode: string
  readonly note: string
  readonly version: number
}

/** The tool, or what else is given, running in a folder. */
export class RunningTool {
  output = ""
  readonly child: ChildProcess
  readonly #ended: Promise<unknown[]>

  constructor(
    folder: string,
    args: readonly string[],
    options: { env?: NodeJS.ProcessEnv; program?: string } = {},
  ) {
    const [program, ...words] =
      options.program === undefined ? [process.execPath, ...toolWords, ...args] : [options.program, ...args]
    const { NODE_ENV: _, npm_lifecycle_event: __, ...env } = process.env
    this.child = spawn(program, words, {
      cwd: folder,
      env: { ...env, ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
    })
    this.#ended = once(this.child, "exit")
    const keep = (text: Buffer) => (this.output += text.toString())
    this.child.stdout!.on("data", keep)
    this.child.stderr!.on("data", keep)
  }

  /** Waits until the output shows something after a place in it, and gives what was shown since. */
  async waitFor(wanted: RegExp, from = 0): Promise<string> {
    await until(
      () => wanted.test(this.output.slice(from)),
      () => `no ${wanted} in:\n${this.output.slice(from)}`,
    )
    return this.output.slice(from)
  }

  /** Sends a signal and gives how it ended. */
  async end(signal: NodeJS.Signals = "SIGTERM"): Promise<number | string | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill(signal)
    return this.exit()
  }

  async exit(): Promise<number | string | null> {
    const [code, signal] = (await this.#ended) as [number | null, string | null]
    return code ?? signal
  }
}

/** Waits until something holds. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  told: () => string = () => "it never came true",
): Promise<void> {
  const end = performance.now() + 120_000
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(told())
    await sleep(20)
  }
}

/** Whether a process is there. */
export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** What the program says, as soon as it answers, on a connection of its own. */
export async function askPid(
  port: number,
  wanted: (reply: PidReply) => boolean = () => true,
): Promise<PidReply> {
  let reply: PidReply | undefined
  await until(async () => {
    const headers = { connection: "close" }
    reply = await fetch(`http://127.0.0.1:${port}/pid`, { headers }).then(
      (answer) => answer.json() as Promise<PidReply>,
      () => undefined,
    )
    return reply !== undefined && wanted(reply)
  })
  return reply!
}

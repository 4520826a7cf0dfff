import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { compileCache } from "./compile-cache.ts"
import { joinedSources } from "./joined-sources.ts"

/** How a command ended. */
export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** The variable with the database of one command. */
type Variables = Readonly<Record<"DATABASE_URL", string>>

// No command prints it.
const end = "\u0001"

/**
 * A process that runs one command after the other, as `run()` of `trivet/cli` runs each. Most of what a command costs is
 * to load the program.
 */
export class CommandSession {
  readonly #child: ChildProcess
  #last: Promise<unknown> = Promise.resolve()

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  /** Starts a program that calls `serveCommands()`. */
  static async start(program: string): Promise<CommandSession> {
    const { flags } = await joinedSources()
    const env = { ...process.env, ...compileCache, LOG_LEVEL: "fatal" }
    return new CommandSession(spawn(process.execPath, [...flags, program], { env, stdio: "pipe" }))
  }

  /** Runs a command after those before it. */
  run(variables: Variables, ...args: readonly string[]): Promise<Ended> {
    const ended = this.#last.then(() => this.#run(variables, args))
    this.#last = ended.catch(() => undefined)
    return ended
  }

  async #run(variables: Variables, args: readonly string[]): Promise<Ended> {
    const printed = Promise.all([this.#untilEnd("stdout"), this.#untilEnd("stderr")])
    this.#child.stdin!.write(`${JSON.stringify({ variables, args })}\n`)
    const [[stdout, code], [stderr]] = await printed
    return { code: Number(code), stdout, stderr }
  }

  #untilEnd(name: "stdout" | "stderr"): Promise<readonly [printed: string, code: string]> {
    return new Promise((done, fail) => {
      let text = ""
      const stream = this.#child[name]!.setEncoding("utf8")
      const gone = () => fail(new Error(`the program has ended:\n${text}`))
      const take = (piece: string) => {
        text += piece
        if (!text.endsWith("\n") || !text.includes(end)) return
        stream.off("data", take).off("close", gone)
        done(text.split(end) as [string, string])
      }
      stream.on("data", take).once("close", gone)
    })
  }

  async stop(): Promise<void> {
    const exited = once(this.#child, "exit")
    this.#child.stdin!.end()
    await exited
  }
}

/** What such a program does: runs each command of its input, and prints its code after what it printed. */
export async function serveCommands(run: (args: readonly string[]) => Promise<number>): Promise<void> {
  for await (const line of createInterface(process.stdin)) {
    const { variables, args } = JSON.parse(line) as { variables: Variables; args: readonly string[] }
    Object.assign(process.env, variables)
    const code = await run(args)
    for (const stream of [process.stdout, process.stderr]) stream.write(`${end}${code}\n`)
  }
}

import { basename } from "node:path"
import type { App } from "../../app/create-app.ts"
import type { Reply } from "../../context/reply.ts"
import { red } from "../../platform/cli/colours.ts"
import { ArgvIncoming, type TerminalFacts } from "./argv-incoming.ts"
import { type Command, commandsOf, usageOf } from "./command.ts"
import { commandHelp, type HelpOptions, listHelp } from "./help.ts"
import { type Asked, parseArgv } from "./parse-argv.ts"
import { writeOut } from "./write-out.ts"

/** How commands are run. */
export interface RunOptions {
  /** What was typed after the program's name: the process's arguments unless given. */
  readonly argv?: readonly string[]
  /** The program's name in help and messages: the running file's unless given. */
  readonly name?: string
  /** One line that says what the program is, for help. */
  readonly summary?: string
  /** What `--version` prints. */
  readonly version?: string
  /** End the process with the exit code, after everything is written: so unless `false`. */
  readonly exit?: boolean
}

const interrupted = 130

/**
 * Runs the command that the process was started with and ends the process: 0 when it went well, 1 on a fault, 2 when
 * it was typed wrongly, 130 when it was interrupted.
 */
export async function run(app: App, options: RunOptions = {}): Promise<number> {
  const commands = commandsOf(app.built)
  const name = options.name ?? basename(process.argv[1] ?? "app").replace(/\.\w+$/, "")
  const asked = parseArgv(options.argv ?? process.argv.slice(2), commands, name)
  const code = await answer(app, asked, commands, {
    name,
    summary: options.summary ?? "",
    version: options.version ?? "",
  }).catch(writeFailure)
  await app.stop()
  if (options.exit !== false) process.exit(code)
  return code
}

async function answer(
  app: App,
  asked: Asked,
  commands: readonly Command[],
  program: { readonly name: string; readonly summary: string; readonly version: string },
): Promise<number> {
  const help: HelpOptions = { ...program, colours: takesColours(process.stdout, undefined) }
  if (asked.kind === "mistake") return complain(`${program.name}: ${asked.message}\n`, 2)
  if (asked.kind === "version") return print(`${program.version}\n`)
  if (asked.kind === "help") {
    return print(
      asked.command === undefined ? listHelp(commands, asked.below, help) : commandHelp(asked.command, help),
    )
  }
  return call(app, asked, program.name)
}

async function call(app: App, asked: Extract<Asked, { kind: "call" }>, name: string): Promise<number> {
  const controller = new AbortController()
  const interrupt = new Promise<number>((tell) => onInterrupt(controller, () => tell(interrupted)))
  const facts: TerminalFacts = {
    json: asked.json,
    columns: process.stdout.isTTY ? process.stdout.columns : undefined,
    colours: takesColours(process.stdout, asked.colours),
    debug: (process.env["DEBUG"] ?? "") !== "",
  }
  const incoming = new ArgvIncoming(asked.path, asked.query, facts, controller.signal, process.stdin)
  const ran = (async () => finish(await app.dispatch(incoming), name, asked.command, controller.signal))()
  return Promise.race([ran, interrupt])
}

async function finish(reply: Reply, name: string, command: Command, signal: AbortSignal): Promise<number> {
  const failed = reply.status >= 400
  if (failed && !signal.aborted) {
    const usage = reply.status === 400 ? `Type: ${name} ${usageOf(command)} --help\n` : ""
    const told = typeof reply.body === "string" ? `${name}: ${reply.body}${usage}` : reply.body
    return complain(told, usage === "" ? 1 : 2, reply)
  }
  await writeOut(process.stdout, reply.body)
  reply.done?.({ status: reply.status, aborted: signal.aborted })
  return signal.aborted ? interrupted : 0
}

/** The first Ctrl-C asks the command to stop; when it does not within a second, or at a second Ctrl-C, it is ended. */
function onInterrupt(controller: AbortController, end: () => void): void {
  const stop = () => {
    if (controller.signal.aborted) return end()
    controller.abort()
    setTimeout(end, 1_000).unref()
  }
  process.on("SIGINT", stop)
  process.on("SIGTERM", stop)
}

async function print(text: string): Promise<number> {
  await writeOut(process.stdout, text)
  return 0
}

async function complain(body: Reply["body"], code: number, reply?: Reply): Promise<number> {
  const text = typeof body === "string" && takesColours(process.stderr, undefined) ? red(body) : body
  await writeOut(process.stderr, text)
  reply?.done?.({ status: reply.status, aborted: false })
  return code
}

function writeFailure(error: unknown): number {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  // Whoever read has seen enough, as in `command | head`: no fault, and nobody to tell.
  if (code === "EPIPE") return 0
  const reason =
    code === "ENOSPC"
      ? "no space is left on the device"
      : error instanceof Error
        ? error.message
        : String(error)
  process.stderr.on("error", () => undefined)
  process.stderr.write(`the output could not be written: ${reason}\n`)
  return 1
}

function takesColours(stream: { readonly isTTY?: boolean }, asked: boolean | undefined): boolean {
  if (asked !== undefined) return asked
  return stream.isTTY === true && (process.env["NO_COLOR"] ?? "") === "" && process.env["TERM"] !== "dumb"
}

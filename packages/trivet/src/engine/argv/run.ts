import { type AppOptions, appOptionNames } from "../../app/app-options.ts"
import type { App } from "../../app/app.ts"
import { buildApp } from "../../app/build-app.ts"
import { engineAppOf, isApp } from "../../app/engine-app.ts"
import { startApp } from "../../app/start-app.ts"
import { findErrorMap } from "../../app/dispatch/read-returned.ts"
import { handToInspector, tellWatcher } from "../../app/inspection.ts"
import type { Reply } from "../../context/reply/reply.ts"
import { checkOptions, type OptionNames } from "../../fault/check-options.ts"
import type { Module } from "../../module/module.ts"
import { cli } from "../../platform/cli/cli.ts"
import { exitOnFault } from "../exit-on-fault.ts"
import { ArgvIncoming } from "./argv-incoming.ts"
import { type Command, type CommandApp, commandsOf, usageOf } from "./command.ts"
import { commandHelp, listHelp } from "./help.ts"
import { interruptible, type Interrupt } from "./interrupt.ts"
import { type Asked, parseArgv } from "./parse-argv.ts"
import { Terminal } from "./terminal.ts"
import { WriteFailure } from "./write-failure.ts"

/** Options of `run()`. */
export interface RunOptions {
  /** The words after the program's name. Default: the arguments of the process. */
  readonly argv?: readonly string[]
  /** The program's name in help and messages. Default: the name of the running file, without its extension. */
  readonly name?: string
  /** One line that says what the program does, for `--help`. Default: none. */
  readonly summary?: string
  /** The text that `--version` prints. Default: none; `--help` then does not list the option. */
  readonly version?: string
  /** Whether to exit the process with the exit code when the output is written. Default: true. */
  readonly exit?: boolean
  /** Milliseconds that a command may still take after Ctrl-C before the program exits. Default: 1,000. */
  readonly stopTimeout?: number
}

const runOptionNames: OptionNames<RunOptions> = {
  argv: true,
  name: true,
  summary: true,
  version: true,
  exit: true,
  stopTimeout: true,
}

interface Program {
  readonly built: CommandApp
  readonly start: () => Promise<App>
}

/**
 * Runs the command that was typed, and exits the process. Exit codes: 0 success, 1 failure, 2 typed incorrectly, 130 and
 * 143 interrupted. With a module instead of an application, `onStart()` runs only if a command runs: `--help` and a
 * mistyped name need no database. The log goes to standard error by default. With `exit: false` it returns the code.
 */
export async function run(app: App, options?: RunOptions): Promise<number>
export async function run(root: Module, options?: RunOptions & Omit<AppOptions, "platform">): Promise<number>
export async function run(
  given: App | Module,
  options: RunOptions & Omit<AppOptions, "platform"> = {},
): Promise<number> {
  const perform = async () => {
    checkOptions(options, { ...appOptionNames, ...runOptionNames }, "run()")
    const program = isApp(given)
      ? { built: engineAppOf(given), start: async () => given }
      : await programOf(given, options)
    return answer(program, options)
  }
  return options.exit === false ? perform() : process.exit(await exitOnFault(perform))
}

async function programOf(root: Module, options: Omit<AppOptions, "platform">): Promise<Program> {
  const complete: AppOptions = { ...options, platform: cli() }
  await handToInspector(root, complete)
  const built = buildApp(root, complete)
  tellWatcher(built)
  return { built, start: () => startApp(built) }
}

async function answer({ built, start }: Program, options: RunOptions): Promise<number> {
  const commands = commandsOf(built)
  const name = options.name ?? programName(process.argv[1] ?? "app")
  const asked = parseArgv(options.argv ?? process.argv.slice(2), commands, name)
  const terminal = new Terminal(name, asked.kind === "call" ? asked.colors : undefined)
  if (asked.kind === "call") return terminal.guard(() => callIn(start, asked, terminal, options))
  return terminal.guard(() => tell(asked, commands, terminal, options))
}

/**
 * The running file's name without folder and extension. Without `node:path`, because importing a `node:` module costs a
 * millisecond.
 */
function programName(file: string): string {
  return file.replace(/^.*[\\/]/, "").replace(/\.\w+$/, "")
}

function tell(
  asked: Exclude<Asked, { kind: "call" }>,
  commands: readonly Command[],
  terminal: Terminal,
  { version, summary = "" }: RunOptions,
): Promise<number> {
  const { name } = terminal
  if (asked.kind === "mistake") return terminal.complain(asked.message, 2)
  if (asked.kind === "version") {
    if (version === undefined)
      return terminal.complain(`--version is not known here. Type: ${name} --help`, 2)
    return terminal.print(`${version}\n`)
  }
  const { colors, columns } = terminal
  const help = { name, summary, colors, columns, version: version !== undefined }
  return terminal.print(
    asked.command === undefined ? listHelp(commands, asked.below, help) : commandHelp(asked.command, help),
  )
}

async function callIn(
  start: () => Promise<App>,
  asked: Extract<Asked, { kind: "call" }>,
  terminal: Terminal,
  { exit = true, stopTimeout: grace = 1_000 }: RunOptions,
): Promise<number> {
  const app = await start()
  const output = terminal.watch()
  try {
    return await interruptible({ exits: exit, grace, gone: output.failed }, async (interrupt) => {
      const { columns, colors } = terminal
      const debug = (process.env["DEBUG"] ?? "") !== ""
      const facts = { json: asked.json, columns, colors, debug }
      const input = () => terminal.input()
      const incoming = new ArgvIncoming(asked.path, asked.query, facts, interrupt.signal, input)
      return finish(await app.dispatch(incoming), asked.command, terminal, interrupt)
    })
  } finally {
    await app.stop()
    output.stop()
  }
}

/** Writes errors to standard error, and the result of a command to standard output, even if it failed. */
async function finish(
  reply: Reply,
  command: Command,
  terminal: Terminal,
  { signal, code }: Interrupt,
): Promise<number> {
  const failed = reply.status >= 400
  const isResult = !failed || (reply.value !== undefined && findErrorMap(reply) === undefined)
  try {
    if (isResult) await terminal.print(reply.body, signal)
    else if (typeof reply.body !== "string") await terminal.complain(reply.body, 1)
    else if (!signal.aborted)
      await terminal.complain(explained(reply.body, reply.status, command, terminal.name), 1)
  } catch (error) {
    // A streamed result can fail after its first piece, when no other reply can be made.
    if (error instanceof WriteFailure) throw error
    return await terminal.complain(error instanceof Error ? error.message : String(error), 1)
  } finally {
    reply.done?.({ status: reply.status, aborted: signal.aborted })
  }
  if (signal.aborted) return code()
  return !failed ? 0 : reply.status === 400 ? 2 : 1
}

/** Adds to an input error what to type for help. */
function explained(told: string, status: number, command: Command, name: string): string {
  if (status !== 400) return told
  // Without placeholders, so that it can be pasted.
  const words = usageOf(command).replace(/ ?<.*/, "")
  return `${told.trimEnd().replace(/\.$/, "")}. Type: ${[name, words, "--help"].filter(Boolean).join(" ")}`
}

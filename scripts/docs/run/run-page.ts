import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "../../suite/free-port.ts"
import { pageSteps, type ShownCommand } from "./page-steps.ts"
import { Shell, type ShellPlace, type StartedServer, startServer } from "./shell.ts"
import { beginsAsShown, isShownOutput } from "./shown-output.ts"

/** What came of a page's commands. */
export interface PageRun {
  /** How many commands and scripts were run. */
  readonly ran: number
  readonly skipped: readonly { readonly line: number; readonly reason: string }[]
  /** What went otherwise than the page shows, with the line. */
  readonly problems: readonly string[]
}

/** How a page is run. */
export interface RunOptions {
  /** Whether a file exists only from its place in the page on. Otherwise its first form is there from the beginning. */
  readonly inOrder?: boolean
  /** What a command of the page means here: texts, and what is typed in their place. */
  readonly translate?: Readonly<Record<string, string>>
}

/**
 * Does what a page shows, in a folder: writes its files, types its commands in one shell, and compares their output.
 * Pages write port 3000; a free one is used instead.
 */
export async function runPage(
  path: string,
  text: string,
  place: ShellPlace,
  { inOrder = false, translate = {} }: RunOptions = {},
): Promise<PageRun> {
  const steps = pageSteps(text)
  const port = await freePort()
  const shell = new Shell({ ...place, env: { ...place.env, PORT: String(port) } })
  const problems: string[] = []
  let server: StartedServer | undefined
  let ran = 0

  const sent = (command: string) =>
    Object.entries({ ...translate, "localhost:3000": `localhost:${port}` }).reduce(
      (line, [shown, meant]) => line.replaceAll(shown, meant),
      command,
    )
  const seen = (output: string) => output.replaceAll(`:${port}`, ":3000").replaceAll(place.cwd, ".")
  const report = (line: number, command: string, shown: string, output: string) =>
    problems.push(`${path}:${line}: $ ${command}\n--- shown\n${shown}\n--- printed\n${output}`)

  const session = async (line: number, commands: readonly ShownCommand[]) => {
    for (const { command, output: shown } of commands) {
      ran++
      const output = seen((await shell.run(sent(command))).output)
      if (!isShownOutput(shown, output)) report(line, command, shown, output)
    }
  }
  const script = async (line: number, commands: string) => {
    ran++
    const { code, output } = await shell.run(sent(commands))
    if (code !== 0) report(line, commands, "(exit 0)", `${output}(exit ${code})`)
  }
  const serve = async (line: number, { command, output: shown }: ShownCommand) => {
    ran++
    await server?.stop()
    server = await startServer(sent(command), await shell.place())
    // Some lines come after the one with the address.
    for (let tries = 0; tries < 200 && !beginsAsShown(shown, seen(server.output())); tries++) await sleep(25)
    const output = seen(server.output())
    if (!beginsAsShown(shown, output)) report(line, command, shown, output)
  }

  try {
    for (const { path: name, text: content } of inOrder ? [] : files(steps).toReversed())
      write(place.cwd, name, content)
    for (const step of steps)
      if (step.kind === "file") write((await shell.place()).cwd, step.path, step.text)
      else if (step.kind === "session") await session(step.line, step.commands)
      else if (step.kind === "script") await script(step.line, step.script)
      else if (step.kind === "server") await serve(step.line, step.shown)
  } catch (error) {
    problems.push(`${path}: ${(error as Error).message}`)
  } finally {
    await server?.stop()
    shell.end()
  }
  return { ran, skipped: steps.filter((step) => step.kind === "skipped"), problems }
}

function files(steps: ReturnType<typeof pageSteps>) {
  return steps.filter((step) => step.kind === "file")
}

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

import { fileURLToPath } from "node:url"
import { command, type Context, PublicError, type Route } from "trivet"
import { commandOptions, programOptions } from "../command-options.ts"
import { findEntry } from "../inspect/find-entry.ts"
import { typedOption } from "../typed-option.ts"
import { becomeProgram } from "./become-program.ts"
import { startVariable } from "./start-variable.ts"

const record = {
  path: "start/*",
  summary: "Starts the application for production: start [src/main.ts]",
  accepts: {
    query: commandOptions({
      entry: programOptions.entry,
      workers: {
        type: "string",
        description: "the number of processes; auto is one for each core; default: 1",
      },
      jobs: { type: "boolean", description: "run jobs and schedules only, and do not listen" },
    }),
  },
} as const

/** `trivet start`. */
export class StartCommand {
  routes(): readonly Route[] {
    return [command(record.path, this.start, record)]
  }

  start(ctx: Context<typeof record>): Promise<number> {
    const { entry, jobs } = ctx.input("query")
    return start(typedOption(ctx, "workers"), ctx.param("*") || entry, jobs)
  }
}

// Beside this file, as source or compiled.
const beside = (name: string) =>
  new URL(`./${name}${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url)
const workersProgram = beside("workers-program")
const preload = beside("start-preload")

function start(workers: string | undefined, given: string, jobs: boolean): Promise<never> {
  if (workers !== undefined && workers !== "auto" && !/^[1-9]\d{0,2}$/.test(workers))
    throw new PublicError(400, `--workers takes auto or a whole number from 1 to 999, not "${workers}"`)
  const { file } = findEntry(given, undefined, false)
  const { NODE_ENV: mode = "production" } = process.env
  const program = workers === undefined ? [file] : [fileURLToPath(workersProgram), workers, file]
  return becomeProgram([...process.execArgv, "--import", preload.href, ...program], {
    ...process.env,
    NODE_ENV: mode,
    // `becomeProgram()` keeps the id of this process.
    [startVariable]: `${workers === undefined ? "program" : "workers of"} ${process.pid}`,
    // `serve()` of the program reads it.
    ...(jobs && { TRIVET_ONLY: "job" }),
  })
}

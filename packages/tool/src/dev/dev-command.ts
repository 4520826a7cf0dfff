import { command, type Context, type Route } from "trivet"
import { commandOptions, programOptions } from "../command-options.ts"
import { findEntry } from "../inspect/find-entry.ts"
import { endWithParent } from "../start/end-with-parent.ts"
import { isStartedByNpm } from "../start/is-started-by-npm.ts"
import { DevScreen } from "./dev-screen.ts"
import { DevSession } from "./dev-session.ts"

const record = {
  path: "dev/*",
  summary: "Runs the application, and again whenever a file changes: dev [src/main.ts]",
  accepts: { query: commandOptions({ entry: programOptions.entry }) },
} as const

/** `trivet dev`. */
export class DevCommand {
  routes(): readonly Route[] {
    return [command(record.path, this.develop, record)]
  }

  develop(ctx: Context<typeof record>): Promise<void> {
    return develop(ctx, ctx.param("*") || ctx.input("query").entry)
  }
}

async function develop(
  ctx: { readonly signal: AbortSignal; header(name: string): string },
  told: string,
): Promise<void> {
  const session = new DevSession(
    findEntry(told),
    new DevScreen(process.stdout, ctx.header("x-colours") !== ""),
  )
  // A terminal that is closed, and a shell of npm that is gone, end it in order.
  const end = () => process.kill(process.pid, "SIGTERM")
  process.once("SIGHUP", end)
  if (isStartedByNpm()) endWithParent(end)
  await session.run(ctx.signal)
}

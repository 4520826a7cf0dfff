import { command, type Context, type Route } from "trivet"
import { terminalOf } from "trivet/cli"
import { commandOptions, programOptions } from "../command-options.ts"
import { findEntry } from "../inspect/find-entry.ts"
import { endWithParent } from "../start/end-with-parent.ts"
import { isStartedByNpm } from "../start/is-started-by-npm.ts"

const record = {
  path: "dev/*",
  summary: "Runs the application and restarts it when a file changes: dev [src/main.ts]",
  accepts: {
    query: commandOptions({
      entry: programOptions.entry,
      "allow-host": {
        type: "string",
        description:
          "more hosts to accept, separated by commas; localhost, *.localhost and IP addresses are always accepted",
      },
    }),
  },
} as const

/** `trivet dev`. */
export class DevCommand {
  routes(): readonly Route[] {
    return [command(record.path, this.develop, record)]
  }

  async develop(ctx: Context<typeof record>): Promise<void> {
    const { entry, "allow-host": hosts } = ctx.input("query")
    const { allowedHosts } = await import("./guard-host.ts")
    // Read by the program's process.
    if (hosts !== "") process.env[allowedHosts] = hosts
    return develop(ctx, ctx.param("*") || entry)
  }
}

async function develop(ctx: { readonly signal: AbortSignal }, entry: string): Promise<void> {
  // Loaded here only, so that other commands start faster.
  const [{ DevScreen }, { DevSession }] = await Promise.all([
    import("./dev-screen.ts"),
    import("./dev-session.ts"),
  ])
  const session = new DevSession(
    findEntry(entry, undefined, false),
    new DevScreen(process.stdout, terminalOf(ctx).colors),
  )
  // Stops gracefully if the terminal is closed or the shell of npm has ended.
  const end = () => process.kill(process.pid, "SIGTERM")
  process.once("SIGHUP", end)
  if (isStartedByNpm()) endWithParent(end)
  await session.run(ctx.signal)
}

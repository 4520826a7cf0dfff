import { run } from "trivet/cli"
import { serveCommands } from "../../../../../scripts/suite/command-session.ts"
import { createNotes } from "./notes-cli.ts"

await serveCommands(async (argv) => run(await createNotes(), { argv, exit: false }))

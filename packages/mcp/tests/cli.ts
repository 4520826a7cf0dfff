// The command line of the notes, as an assistant starts it.
import { run } from "trivet/cli"
import { notesModule } from "./notes-module.ts"

await run(notesModule(), { name: "notes", summary: "The commands of the notes" })

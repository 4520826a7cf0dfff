import { jobs } from "@trivet/jobs"
import { mail } from "@trivet/mail"
import { MemoryTopics, module, provide, Topics } from "trivet"
import { Accounts, AccountsController, Operator, Signed } from "./accounts.ts"
import { FilesController } from "./files.ts"
import { GuestsController } from "./guests.ts"
import { LiveController } from "./live.ts"
import { NoteJobsController } from "./note-jobs.ts"
import { Notes } from "./notes.ts"
import { NotesController } from "./notes-controller.ts"

/** Notes of users in memory, with all channels by which a text can come to another user. */
export const NotebookModule = module({
  name: "notebook",
  imports: [jobs(), mail({ from: "notebook@example.com" })],
  declarations: [
    Accounts,
    AccountsController,
    FilesController,
    GuestsController,
    LiveController,
    NoteJobsController,
    Notes,
    NotesController,
    Operator,
    Signed,
    provide(Topics, () => new MemoryTopics()),
  ],
})

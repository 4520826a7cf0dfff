import { module } from "trivet"
import { DatabaseModule } from "../database/database-module.ts"
import { NotesController } from "./notes-controller.ts"
import { NotesStore } from "./notes-store.ts"

/** Notes that visitors keep. */
export const NotesModule = module({
  name: "notes",
  // For Db: a module sees only what it declares and what its imports export.
  imports: [DatabaseModule],
  declarations: [NotesController, NotesStore],
})

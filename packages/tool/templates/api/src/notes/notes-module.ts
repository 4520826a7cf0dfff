import { module } from "trivet"
import { CredentialsModule } from "../credentials/credentials-module.ts"
import { DatabaseModule } from "../database/database-module.ts"
import { NotesController } from "./notes-controller.ts"
import { NotesStore } from "./notes-store.ts"

/** Notes that users keep. */
export const NotesModule = module({
  name: "notes",
  // CredentialsModule for BearerAuth, DatabaseModule for Db: a module sees only what it imports.
  imports: [CredentialsModule, DatabaseModule],
  declarations: [NotesController, NotesStore],
})

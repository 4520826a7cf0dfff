import { module } from "trivet"
import { DatabaseModule } from "../database/database-module.ts"
import { FilesModule } from "../database/files-module.ts"
import { OrganisationsModule } from "../organisations/organisations-module.ts"
import { SiteModule } from "../site/site-module.ts"
import { TicketsModule } from "../tickets/tickets-module.ts"
import { Colleague } from "./colleague.ts"
import { NotesController } from "./notes-controller.ts"
import { NotesStore } from "./notes-store.ts"
import { OrgTicketsController } from "./org-tickets-controller.ts"

/** Tickets of an organisation, and what its members say about them among themselves. */
export const OrgTicketsModule = module({
  name: "org tickets",
  imports: [DatabaseModule, FilesModule, OrganisationsModule, SiteModule, TicketsModule],
  declarations: [Colleague, NotesController, NotesStore, OrgTicketsController],
})

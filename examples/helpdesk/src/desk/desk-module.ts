import { module } from "trivet"
import { FilesModule } from "../database/files-module.ts"
import { OrganisationsModule } from "../organisations/organisations-module.ts"
import { SiteModule } from "../site/site-module.ts"
import { TicketsModule } from "../tickets/tickets-module.ts"
import { DeskController } from "./desk-controller.ts"
import { FilesController } from "./files-controller.ts"

/** The pages of tickets. */
export const DeskModule = module({
  name: "desk",
  imports: [FilesModule, OrganisationsModule, SiteModule, TicketsModule],
  declarations: [DeskController, FilesController],
})
